import { describe, expect, it } from 'vitest'
import { playBody } from '../../tests/generators/play-body.ts'
import { samplePlays } from '../../tests/generators/sample-plays.ts'
import { encodeEvent } from '../events/codec.ts'
import { playSubmitted } from '../events/play-submitted.ts'
import { maxRestBytes, storedBytes } from './kept-bytes.ts'
import { packPlay } from './pack-play.ts'
import { unpackRows } from './pack-rows.ts'
import { readPlayBody } from './play-body.ts'

const sent = playBody({ seed: 3, rows: 50, width: 2 })

function pack(changes: Record<string, unknown>) {
  const body: Record<string, unknown> = { ...sent, ...changes }
  const outcome = readPlayBody(body, String(body.hash))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  return packPlay(outcome.body)
}

/** Returns the first dropped field; null if the whole play fits. */
function blamed(changes: Record<string, unknown>): string | null {
  return pack(changes).dropped[0]?.field ?? null
}

describe('unknown fields', () => {
  const bytesOfUsual = Buffer.byteLength(pack({}).rest)
  const filled = (bytes: number) => 'x'.repeat(bytes - bytesOfUsual - ',"further":""'.length)

  it('are limited to 64 KiB of JSON text, to the byte', () => {
    expect(Buffer.byteLength(pack({ further: filled(maxRestBytes) }).rest)).toBe(64 * 1024)
    expect(blamed({ further: filled(maxRestBytes + 1) })).toBe('further')
  })

  it.each<[string, unknown]>([
    ['letters of three bytes', '夏'.repeat(22_000)],
    ['numbers that unfold', Array(4_000).fill(1e20)],
    ['a million numbers', Array(1_000_000).fill(0)],
    ['keys', Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key ${i}`, 0]))],
    ['empty lists', Array(40_000).fill([])],
    ['signs that are escaped', '\n'.repeat(33_000)],
  ])('exceed the limit with %s', (_, further) => {
    expect(blamed({ further })).toBe('further')
  })

  it('count together; the first that exceeds the limit is reported', () => {
    const half = 'x'.repeat(30_000)
    expect(blamed({ one: half, two: half })).toBeNull()
    expect(blamed({ one: half, two: half, three: half })).toBe('three')
  })

  it('are dropped individually: smaller ones after a dropped one are stored', () => {
    const { rest, dropped } = pack({ large: 'x'.repeat(70_000), small: 1 })
    expect(JSON.parse(rest)).toMatchObject({ small: 1 })
    expect(JSON.parse(rest)).not.toHaveProperty('large')
    expect(dropped).toEqual([
      {
        field: 'large',
        reason: 'was dropped: unknown fields take at most 65536 bytes, all together, beside 70 in a row',
      },
    ])
  })

  it('include known fields of another form', () => {
    const odd = Array.from({ length: 3_000 }, (_, i) => ({ x: i, y: 0.5, z: String(i) }))
    expect(blamed({ lifebarInfo: odd })).toBe('lifebarInfo')
    expect(blamed({ npsInfo: { peakNPS: 1, points: odd } })).toBe('npsInfo')
    expect(blamed({ modifiers: { text: 'x'.repeat(70_000) } })).toBe('modifiers')
    expect(blamed({ radar: { ...sent.radar, more: 'x'.repeat(70_000) } })).toBe('radar')
    const names = 'abcdefghijklmn'.split('').map((name, i) => [name, i / 3])
    const wide = Array.from({ length: 1_000 }, () => ({ x: 0, y: 1, ...Object.fromEntries(names) }))
    expect(blamed({ lifebarInfo: wide })).toBe('lifebarInfo')
  })

  it('do not include titles and curves of the usual form', () => {
    const points = Array.from({ length: 20_000 }, (_, i) => ({ x: i / 3, y: i / 7, nps: i / 9, measure: i }))
    expect(blamed({ songName: 'x'.repeat(4096), npsInfo: { peakNPS: 1, points } })).toBeNull()
  })
})

describe('further elements of rows', () => {
  const rows = (count: number, row: (i: number) => readonly unknown[]) => ({
    timingData: Array.from({ length: count }, (_, i) => [i / 7, 0.01, ...row(i)]),
  })

  it.each<[string, Record<string, unknown>]>([
    ['20,000 rows of eight values, as themes send them', playBody({ seed: 8, rows: 20_000, width: 8 })],
    ['seven numbers of any kind in 50,000 rows', rows(50_000, (i) => Array(7).fill(i + Math.PI))],
    ['a mark and a short text in every row', rows(5_000, (i) => [i % 4, true, `note ${i}`, null, 0.5])],
    ['one long text among short rows', rows(100, (i) => [i === 50 ? 'x'.repeat(100) : 'x'])],
  ])('are within the limit: %s', (_, changes) => {
    expect(blamed(changes)).toBeNull()
  })

  it('count as unknown fields beyond 70 bytes per row on average', () => {
    const texts = (length: number) => rows(1_000, (i) => [`${i}`.padStart(length, 'x')])
    // Two quotes and a comma each; 64 KiB make 65 more bytes a row.
    expect(blamed({ ...texts(67), further: 'x'.repeat(65_000) })).toBeNull()
    expect(blamed({ ...texts(77), further: 'x'.repeat(65_000) })).toBe('further')
    expect(blamed({ ...texts(77), further: 'x'.repeat(50_000) })).toBeNull()
    expect(blamed(rows(1_000, (i) => [`${i}`.padStart(70), `${i}`.padStart(70)]))).toBe('timingData')
    expect(blamed(rows(1_000, () => [[1, [2, { three: 'x'.repeat(130) }]]]))).toBe('timingData')
    expect(blamed(rows(20, (i) => Array(7).fill(`${i}`.padStart(100))))).toBeNull()
  })

  it('include the markers of misses', () => {
    const named = (name: string) => ({
      timingData: Array.from({ length: 2_000 }, (_, i) => [i, `Miss${i}${name}`, `${i}`.padStart(60)]),
    })
    expect(blamed(named('!'))).toBeNull()
    expect(blamed(named('!'.repeat(80)))).toBe('timingData')
  })

  it('are dropped beyond the limit; times, offsets and misses are stored', () => {
    const timingData = Array.from({ length: 2_000 }, (_, i) => [
      1,
      'Miss!',
      `${i}`.padStart(90),
      `${i}`.padEnd(90),
    ])
    const { data, dropped } = pack({ timingData })
    expect(dropped.map(({ field }) => field)).toEqual(['timingData'])
    expect(unpackRows(data.rows)).toEqual(Array(2_000).fill([1, 'Miss']))
  })
})

describe('the estimated storage of a play', () => {
  const eventBytes = (changes: Record<string, unknown>) => {
    const { data, rest } = pack(changes)
    const event = {
      ...data,
      playId: 1,
      fingerprint: new Uint8Array(32),
      playKey: null,
      playedAt: 0,
      sealed: new Uint8Array(Buffer.byteLength(rest) + 28),
    }
    const key = '11111111-1111-4111-8111-111111111111'
    return encodeEvent(playSubmitted, { id: 'play-1', at: 0, key, data: event }).length
  }

  it.each<[string, Record<string, unknown>]>([
    ...[...samplePlays()],
    ['a short play', sent],
    ['a marathon', playBody({ seed: 8, rows: 20_000, width: 8 })],
    ['long titles and modifiers', { songName: '夏'.repeat(1_365), modifiers: { text: 'x'.repeat(4_000) } }],
    ['a full rest', { further: 'x'.repeat(60_000) }],
    ['texts in rows', { timingData: Array.from({ length: 1_000 }, (_, i) => [i, `Miss${i}`, `text ${i}`]) }],
  ])('is the size of its event plus 3 kB: %s', (_, changes) => {
    const body = changes.hash === undefined ? { ...sent, ...changes } : changes
    const kept = storedBytes(pack(body))
    expect(kept).toBeGreaterThan(eventBytes(body))
    expect(kept).toBeLessThan(eventBytes(body) + 3_100)
  })
})
