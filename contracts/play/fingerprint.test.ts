import { describe, expect, it } from 'vitest'
import { playBody } from '../../tests/generators/play-body.ts'
import { fingerprint } from './fingerprint.ts'
import { readPlayBody } from './play-body.ts'

const sent = playBody({ seed: 5, rows: 20, skill: 0.2, version: '1.4' })

function printOf(changes: Record<string, unknown>): string {
  const body = { ...sent, ...changes }
  const outcome = readPlayBody(body, String(body.hash))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  return Buffer.from(fingerprint(outcome.body)).toString('hex')
}

const rows = (change: (row: readonly unknown[], i: number) => readonly unknown[]) => ({
  timingData: sent.timingData.map(change),
})

describe('the fingerprint of a play', () => {
  it('is deterministic', () => {
    expect(printOf({})).toBe(printOf({}))
    expect(printOf({})).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each<[string, Record<string, unknown>]>([
    ['it is submitted late', { wasPending: true, pendingDate: '2025-07-01T20:00:00', playKey: 'k' }],
    ['it is submitted by a newer game', { bodyVersion: '1.5', _engineVersion: '9', novelty: {} }],
    [
      'titles are spelled differently',
      { songName: 'x', artist: 'y', pack: 'z', stepartist: 'w', difficulty: 3 },
    ],
    ['curves and modifiers are missing', { lifebarInfo: [], npsInfo: [], modifiers: [] }],
    [
      'the client reports another grade or result',
      { grade: 'Grade_Tier01', passed: false, usedAutoplay: true },
    ],
    ['the rate 1 is omitted', { musicRate: undefined }],
    ['rows have no further elements', rows(([time, offset]) => [time, offset])],
    ['misses have other markers', rows(([t, o, ...m]) => [t, o === 'Miss' ? 'Miss4' : o, ...m])],
  ])('does not change when %s', (_, changes) => {
    expect(printOf(changes)).toBe(printOf({}))
  })

  it.each<[string, Record<string, unknown>]>([
    ['chart', { hash: '0123456789abcdef' }],
    ['rate', { musicRate: 1.1 }],
    ['radar', { radar: { ...sent.radar, Mines: [0, 77] } }],
    ['a time', rows((row, i) => (i === 7 ? [Number(row[0]) + 1e-9, ...row.slice(1)] : row))],
    ['an offset', rows((row, i) => (i === 7 ? [row[0], 0.0123, ...row.slice(2)] : row))],
    ['the order of rows', { timingData: [...sent.timingData].reverse() }],
    ['the number of rows', { timingData: sent.timingData.slice(1) }],
  ])('differs with another %s', (_, changes) => {
    expect(printOf(changes)).not.toBe(printOf({}))
  })

  it('differs with another side, and on the same side with another playKey', () => {
    const prints = [
      {},
      { side: 1 },
      { side: 2 },
      { side: 1, playKey: 'a' },
      { side: 1, playKey: 'b' },
      { side: 2, playKey: 'a' },
    ].map(printOf)
    expect(new Set(prints).size).toBe(prints.length)
    const late = { wasPending: true, pendingDate: '2025-07-01T20:00:00', bodyVersion: '1.5' }
    expect(printOf({ ...late, side: 1, playKey: 'a' })).toBe(printOf({ side: 1, playKey: 'a' }))
  })

  it('of a body that misses everything differs with another playKey, also without a side', () => {
    const missed = rows(([time]) => [time, 'Miss'])
    const prints = [{}, { playKey: 'a' }, { playKey: 'b' }].map((key) => printOf({ ...missed, ...key }))
    expect(new Set(prints).size).toBe(3)
    const late = { wasPending: true, pendingDate: '2025-07-01T20:00:00', bodyVersion: '1.5' }
    expect(printOf({ ...missed, ...late, playKey: 'a' })).toBe(printOf({ ...missed, playKey: 'a' }))
    const oneHit = rows(([time], i) => [time, i === 7 ? 0.0123 : 'Miss'])
    expect(printOf({ ...oneHit, playKey: 'a' })).toBe(printOf(oneHit))
  })

  it('of a body without a side is the same as before sides existed', () => {
    const before = '33afda79419f1b18a229c635f5a8958ca04ca47c330e642419b122d5b93bc2bf'
    expect(printOf({})).toBe(before)
    for (const side of [null, 0, 3, '1', true]) expect(printOf({ side, playKey: 'k' })).toBe(before)
  })

  it('does not distinguish 0 and -0', () => {
    expect(printOf({ timingData: [[0, 0]] })).toBe(printOf({ timingData: [[-0, -0]] }))
  })
})
