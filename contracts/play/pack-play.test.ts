import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PlayOptions, playBody } from '../../tests/generators/play-body.ts'
import { samplePlays } from '../../tests/generators/sample-plays.ts'
import { decodeEvent, encodeEvent } from '../events/codec.ts'
import { playSubmitted } from '../events/play-submitted.ts'
import { packPlay, unpackPlay } from './pack-play.ts'
import { type PlayBody, readPlayBody } from './play-body.ts'
import { readTimingRows } from './timing-rows.ts'

function wellFormed(sent: Record<string, unknown>): PlayBody {
  const outcome = readPlayBody(sent, String(sent.hash))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  return outcome.body
}

/** Packs the body, encodes and decodes the event, and unpacks it. */
function thereAndBack(body: PlayBody): unknown {
  const { data, rest } = packPlay(body)
  const key = '11111111-1111-4111-8111-111111111111'
  const bytes = encodeEvent(playSubmitted, {
    id: 'play-1',
    at: 0,
    key,
    data: {
      ...data,
      playId: 1,
      fingerprint: new Uint8Array(32),
      playKey: null,
      playedAt: 0,
      sealed: new Uint8Array(0),
    },
  })
  const event = decodeEvent(bytes)
  if (event?.type !== 'PlaySubmitted') throw new Error('not a play')
  return unpackPlay(event.data, rest)
}

/** Converts to JSON and back, which normalises -0. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const played: fc.Arbitrary<PlayOptions> = fc.record(
  {
    seed: fc.nat(),
    rows: fc.integer({ min: 1, max: 60 }),
    skill: fc.double({ min: 0, max: 1, noNaN: true }),
    version: fc.constantFrom('none', '1.0', '1.1', '1.2', '1.3', '1.4'),
    width: fc.constantFrom(2, 8),
    rate: fc.constantFrom(1, 0.95, 1.1),
    failsAt: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
  },
  { requiredKeys: ['seed', 'rows', 'version', 'width'] },
)

const json = fc.jsonValue({ stringUnit: 'binary' })
const point = fc.dictionary(fc.constantFrom('x', 'y', 'nps', 'measure', 'z'), fc.oneof(fc.double(), json), {
  maxKeys: 4,
})
const oddFields = fc.record(
  {
    description: json,
    difficulty: fc.oneof(json, fc.double(), fc.integer().map(String)),
    lifebarInfo: fc.oneof(json, fc.array(point)),
    npsInfo: fc.oneof(
      json,
      fc.record({ peakNPS: json, points: fc.array(point), firstSecond: json }, { requiredKeys: [] }),
    ),
    modifiers: fc.oneof(json, fc.dictionary(fc.string(), json)),
    usedAutoplay: fc.oneof(fc.boolean(), json),
    passed: fc.oneof(fc.boolean(), json),
    lifeRanOut: fc.oneof(fc.boolean(), json),
    expectedRows: fc.oneof(fc.integer({ min: -1, max: 1_500_000 }), json),
    pendingDate: json,
    playKey: json,
    bodyVersion: fc.oneof(fc.constant('1.4'), json),
    grade: json,
    'a field of tomorrow': json,
  },
  { requiredKeys: [] },
)
const extra = fc.oneof(
  fc.boolean(),
  fc.integer(),
  fc.double(),
  fc.constant('L'),
  fc.constant(null),
  fc.constant([1]),
)
const oddRow = fc
  .tuple(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.oneof(fc.double({ noNaN: true }), fc.constantFrom('Miss', 'Miss2')),
  )
  .chain(([time, offset]) => fc.array(extra, { maxLength: 7 }).map((more) => [time, offset, ...more]))

/** Invariant 6. */
describe('a packed body', () => {
  it.each([...samplePlays()])('restores the real play %s, field for field', (_, sent) => {
    expect(thereAndBack(wellFormed(sent))).toEqual(sent)
  })

  it('restores every generated play, field for field', () => {
    fc.assert(
      fc.property(played, (options) => {
        const sent = asJson(playBody(options))
        expect(asJson(thereAndBack(wellFormed(playBody(options))))).toEqual(sent)
      }),
      { numRuns: 200 },
    )
  })

  it('restores any optional and unknown fields and unusual rows', () => {
    fc.assert(
      fc.property(
        played,
        oddFields,
        fc.array(oddRow, { minLength: 1, maxLength: 8 }),
        (options, odd, timingData) => {
          const body = wellFormed({ ...playBody(options), ...odd, timingData })
          const rows = readTimingRows(timingData, () => {})
          expect(asJson(thereAndBack(body))).toEqual(asJson({ ...body.sent, timingData: rows }))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('restores further members of the radar', () => {
    const sent = { ...playBody({ seed: 4, rows: 3 }) }
    const radar = { ...sent.radar, Hands: [0, 1] }
    expect(thereAndBack(wellFormed({ ...sent, radar }))).toMatchObject({ radar })
  })

  it('has a drawable curve if some of its points are invalid', () => {
    const odd = {
      ...playBody({ seed: 4, rows: 3 }),
      lifebarInfo: [{ x: 0, y: 1 }, 'gone', { x: 2, y: 0.5, z: 1 }],
    }
    const { data, rest } = packPlay(wellFormed(odd))
    expect(data.lifebar.count).toBe(2)
    expect(unpackPlay(data, rest)).toMatchObject({ lifebarInfo: odd.lifebarInfo })
  })

  it('is small: all data for folds and pages are columns, and the rest of an ordinary play is a few bytes', () => {
    const sent = playBody({ seed: 9, rows: 928 })
    const { data, rest } = packPlay(wellFormed(sent))
    expect(rest).toBe('{"_engineName":"ITGmania","_engineVersion":"1.2.0","bodyVersion":"1.4"}')
    expect(data).toMatchObject({ rate: 1, autoplay: false, passed: true, bodyVersion: '1.4' })
    const bytes = [data.rows.times, data.rows.offsets, ...data.rows.more].reduce(
      (sum, c) => sum + c.bytes.length,
      0,
    )
    expect(bytes).toBeLessThan(10_000)
  })

  it('has unsealed modifiers unless they are too large', () => {
    const sent = playBody({ seed: 4, rows: 3 })
    expect(packPlay(wellFormed(sent)).data.modifiers).toEqual(sent.modifiers)
    const huge = { ...sent, modifiers: { text: 'x'.repeat(5000) } }
    expect(packPlay(wellFormed(huge)).data.modifiers).toBeNull()
    expect(thereAndBack(wellFormed(huge))).toMatchObject({ modifiers: huge.modifiers })
  })
})
