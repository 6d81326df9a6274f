import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decodeEvent, encodeEvent } from './codec.ts'
import type { EventType, LedgerEvent } from './event-type.ts'
import { eventTypes } from './registry.ts'

/**
 * For each event type and each version ever written a golden sample: `.cbor.hex`, the bytes as they were written then and for ever, and
 * `.json`, the event that they are read as today, byte strings as {"$bytes": "hex"}. A new version gets a new pair: write the .json, the
 * failing test tells the bytes. The .json of older versions follow the newest schema, their bytes never change.
 */
const folder = join(import.meta.dirname, 'samples')

const bytesAsJson = z.strictObject({ $bytes: z.string().regex(/^([0-9a-f]{2})*$/) })
const sample = z.object({
  id: z.string(),
  type: z.string(),
  v: z.int(),
  at: z.int(),
  key: z.string(),
  data: z.unknown(),
})

function expectedOf(type: EventType, v: number): LedgerEvent {
  const text = readFileSync(join(folder, `${type.type}.v${v}.json`), 'utf8')
  return sample.parse(
    JSON.parse(text, (_, value: unknown) => {
      const found = bytesAsJson.safeParse(value)
      return found.success ? Buffer.from(found.data.$bytes, 'hex') : value
    }),
  )
}

function bytesOf(type: EventType, v: number): Buffer {
  const hex = readFileSync(join(folder, `${type.type}.v${v}.cbor.hex`), 'utf8')
  return Buffer.from(hex.replaceAll(/\s/g, ''), 'hex')
}

describe.each<EventType>([...eventTypes])('samples of $type', (type) => {
  it('are there for every version that was ever written', () => {
    const names = readdirSync(folder).filter((name) => name.startsWith(`${type.type}.`))
    const versions = Array.from({ length: type.v }, (_, i) => `${type.type}.v${i + 1}`)
    expect(names.sort()).toEqual(versions.flatMap((name) => [`${name}.cbor.hex`, `${name}.json`]).sort())
  })

  it('are written by this code byte for byte', () => {
    const expected = expectedOf(type, type.v)
    expect(encodeEvent(type, expected).toString('hex')).toBe(bytesOf(type, type.v).toString('hex'))
  })

  it('are read in the newest version, whatever version they were written in', () => {
    for (let v = 1; v <= type.v; v++) {
      const read = decodeEvent(bytesOf(type, v))
      expect(read).toEqual(expectedOf(type, v))
      expect(read?.v).toBe(type.v)
    }
  })
})

it('no sample is of an event type that nobody reads', () => {
  const types = new Set<string>(eventTypes.map((type) => type.type))
  expect(readdirSync(folder).filter((name) => !types.has(name.split('.')[0] ?? ''))).toEqual([])
})
