import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decodeEvent, encodeEvent } from './codec.ts'
import type { EventType, LedgerEvent } from './event-type.ts'
import { eventTypes } from './registry.ts'

/**
 * For each event type and each version ever written a golden sample: `cbor`, the bytes as they were written then and
 * for ever, and `event`, which they are read as today, byte strings as {"$bytes": "hex"}. A new version gets a new
 * sample: write its event, the failing test tells the bytes. The events of older versions follow the newest schema,
 * their bytes never change.
 */
const folder = join(import.meta.dirname, 'samples')

const bytesAsJson = z.strictObject({ $bytes: z.string().regex(/^([0-9a-f]{2})*$/) })
const sample = z.object({
  event: z.object({
    id: z.string(),
    type: z.string(),
    v: z.int(),
    at: z.int(),
    key: z.string(),
    data: z.unknown(),
  }),
  /** Hex digits, over several lines. */
  cbor: z.array(z.string().regex(/^[0-9a-f]*$/)).default([]),
})

function sampleOf(type: EventType, v: number): { event: LedgerEvent; bytes: Buffer } {
  const text = readFileSync(join(folder, `${type.type}.v${v}.json`), 'utf8')
  const { event, cbor } = sample.parse(
    JSON.parse(text, (_, value: unknown) => {
      const found = bytesAsJson.safeParse(value)
      return found.success ? Buffer.from(found.data.$bytes, 'hex') : value
    }),
  )
  return { event, bytes: Buffer.from(cbor.join(''), 'hex') }
}

describe.each<EventType>([...eventTypes])('samples of $type', (type) => {
  it('exist for every version', () => {
    const names = readdirSync(folder).filter((name) => name.startsWith(`${type.type}.`))
    const versions = Array.from({ length: type.v }, (_, i) => `${type.type}.v${i + 1}`)
    expect(names.sort()).toEqual(versions.map((name) => `${name}.json`).sort())
  })

  it('equal the encoding of the newest version byte for byte', () => {
    const { event, bytes } = sampleOf(type, type.v)
    expect(encodeEvent(type, event).toString('hex')).toBe(bytes.toString('hex'))
  })

  it('are decoded as the newest version', () => {
    for (let v = 1; v <= type.v; v++) {
      const { event, bytes } = sampleOf(type, v)
      const read = decodeEvent(bytes)
      expect(read).toEqual(event)
      expect(read?.v).toBe(type.v)
    }
  })
})

it('there are no samples of unregistered event types', () => {
  const types = new Set<string>(eventTypes.map((type) => type.type))
  expect(readdirSync(folder).filter((name) => !types.has(name.split('.')[0] ?? ''))).toEqual([])
})
