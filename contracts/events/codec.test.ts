import { Encoder } from 'cbor-x'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { playerErased } from '../erasure/events.ts'
import { maxEventBytes } from '../ledger/topic.ts'
import { rulesPublished } from '../rules/events.ts'
import { playWithdrawn } from '../withdrawal/events.ts'
import { decodeEnvelope, decodeEvent, encodeEvent } from './codec.ts'
import { EventTooLargeError, eventType, MalformedEventError, NewerEventError } from './event-type.ts'

const cbor = new Encoder({ useRecords: false, tagUint8Array: false })
const key = '7f3f1c3e-52c5-4b6e-9f0e-3a1d0c9b8a11'
const withdrawn = {
  id: 'event 1',
  type: 'PlayWithdrawn',
  v: 1,
  at: 1_760_000_000_000,
  key,
  data: { playId: 7, by: 'player', reason: null },
}

describe('encoding an event', () => {
  it('rejects data that does not match the schema, and names the field', () => {
    const { id, at } = withdrawn
    const data = { playId: 0, by: 'player', reason: null } as const
    expect(() => encodeEvent(playWithdrawn, { id, at, key, data })).toThrow(MalformedEventError)
    expect(() => encodeEvent(playWithdrawn, { id, at, key, data })).toThrow(/PlayWithdrawn.*playId/s)
  })

  it('rejects an envelope that could not be decoded', () => {
    expect(() => encodeEvent(playerErased, { id: 'a', at: Number.NaN, key, data: {} })).toThrow(/at/)
    expect(() => encodeEvent(playerErased, { id: 'a', at: 1.5, key, data: {} })).toThrow(MalformedEventError)
  })

  it('rejects an event that is too large for a ledger', () => {
    const big = eventType({ type: 'Big', v: 1, topic: 'events', data: z.object({ text: z.string() }) })
    const event = { id: 'a', at: 1, key, data: { text: 'x'.repeat(maxEventBytes) } }
    expect(() => encodeEvent(big, event)).toThrow(EventTooLargeError)
  })
})

describe('decoding an event', () => {
  it('restores any JSON value, except that -0 becomes 0', () => {
    const noted = eventType({ type: 'Noted', v: 1, topic: 'events', data: z.object({ json: z.unknown() }) })
    const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'))
    fc.assert(
      fc.property(json, (value) => {
        const written = encodeEvent(noted, { id: 'a', at: 1, key, data: { json: value } })
        const withoutMinusZero = JSON.parse(JSON.stringify(value))
        expect(noted.read(decodeEnvelope(written)).data.json).toEqual(withoutMinusZero)
      }),
    )
    const zero = encodeEvent(noted, { id: 'a', at: 1, key, data: { json: [-0] } })
    expect(noted.read(decodeEnvelope(zero)).data.json).toEqual([0])
  })

  it('ignores unknown fields', () => {
    const newer = { ...withdrawn, data: { ...withdrawn.data, mood: 'sad' }, trace: 'abc' }
    expect(decodeEvent(cbor.encode(newer))).toEqual(withdrawn)
  })

  it('rejects unknown fields of rules, because folding without them would be wrong', () => {
    const data = { rules: { title: 'Rules of tomorrow', newRule: true } }
    const bytes = cbor.encode({ ...withdrawn, type: rulesPublished.type, data })
    expect(() => decodeEvent(bytes)).toThrow(/newRule/)
  })

  it('returns null for an unknown type', () => {
    const unknown = { ...withdrawn, type: 'PlayApplauded', v: 3, data: { by: 'all' } }
    expect(decodeEvent(cbor.encode(unknown))).toBeNull()
    expect(decodeEnvelope(cbor.encode(unknown))).toEqual(unknown)
  })

  it('throws for a newer version (invariant 4)', () => {
    const read = () => decodeEvent(cbor.encode({ ...withdrawn, v: 2 }))
    expect(read).toThrow(NewerEventError)
    expect(read).toThrow('PlayWithdrawn has version 2, this code knows 1')
  })

  it('throws with a reason for a malformed event', () => {
    expect(() => decodeEvent(Buffer.from('no event'))).toThrow(MalformedEventError)
    expect(() => decodeEvent(new Uint8Array())).toThrow(MalformedEventError)
    const { id: _, ...nameless } = withdrawn
    expect(() => decodeEvent(cbor.encode(nameless))).toThrow(/id/)
    const data = { ...withdrawn.data, by: 'the cat' }
    expect(() => decodeEvent(cbor.encode({ ...withdrawn, data }))).toThrow(/PlayWithdrawn event 1.*by/s)
  })

  it('throws no other errors for damaged bytes', () => {
    const whole = cbor.encode(withdrawn)
    const damaged = fc
      .tuple(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length))
      .map(([at, byte, length]) =>
        Buffer.from(whole)
          .fill(byte, at, at + 1)
          .subarray(0, length),
      )
    fc.assert(
      fc.property(damaged, (bytes) => {
        try {
          decodeEvent(bytes)
        } catch (error) {
          if (!(error instanceof MalformedEventError || error instanceof NewerEventError)) throw error
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('an event type with several versions', () => {
  const moved = eventType({
    type: 'Moved',
    v: 3,
    topic: 'events',
    data: z.object({ from: z.string(), to: z.string(), by: z.string() }),
    upcasters: {
      1: (data) => ({ ...z.object({ to: z.string() }).parse(data), from: 'home' }),
      2: (data) => ({ ...z.object({ from: z.string(), to: z.string() }).parse(data), by: 'foot' }),
    },
  })
  const written = (v: number, data: unknown) => ({ id: 'a', type: 'Moved', v, at: 1, key, data })

  it('upcasts older versions to the newest', () => {
    const newest = written(3, { from: 'home', to: 'hall', by: 'foot' })
    expect(moved.read(written(1, { to: 'hall' }))).toEqual(newest)
    expect(moved.read(written(2, { from: 'home', to: 'hall' }))).toEqual(newest)
    expect(moved.read(newest)).toEqual(newest)
  })

  it('throws MalformedEventError if the upcaster fails', () => {
    expect(() => moved.read(written(1, { nowhere: true }))).toThrow(MalformedEventError)
    expect(() => moved.read(written(1, null))).toThrow(MalformedEventError)
  })

  it('throws MalformedEventError without an upcaster', () => {
    const torn = eventType({ type: 'Torn', v: 2, topic: 'events', data: z.object({}) })
    expect(() => torn.read({ ...written(1, {}), type: 'Torn' })).toThrow('no way from version 1 to 2')
  })
})
