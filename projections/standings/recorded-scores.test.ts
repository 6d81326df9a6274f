import { eventScoresRecorded } from '@stepledger/contracts/competition/events.ts'
import { decodeEvent, encodeEvent } from '@stepledger/contracts/events/codec.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestOf, recordScores, scoresOfRecord } from './recorded-scores.ts'

const of = {
  slug: 'blue-shift',
  closing: '00000000-0000-4000-8000-000000000009',
  round: 2,
  chart: 'aaaaaaaaaaaaaaaa',
  boards: ['HardEX', 'EX', 'ITG'] as ('HardEX' | 'EX' | 'ITG')[],
}
const ann = '00000000-0000-4000-8000-000000000001'
const bob = 'ffffffff-ffff-4fff-8fff-ffffffffff02'
const score = fc.integer({ min: 0, max: 10_000 })

describe('recorded scores', () => {
  it('are encoded with players ascending and scores as 16-bit little-endian', () => {
    const record = recordScores(
      [
        { player: bob, hundredths: [1, 256, 10_000] },
        { player: ann, hundredths: [0, 9_999, 2] },
      ],
      of,
    )
    expect(Buffer.from(record.players).toString('hex')).toBe(
      '00000000000040008000000000000001ffffffffffff4fff8fffffffffffff02',
    )
    expect(Buffer.from(record.hundredths).toString('hex')).toBe('00000f270200010000011027')
  })

  it('survive a round trip through the ledger, for any players and scores', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.uuid(), score, score, score), { selector: ([player]) => player }),
        (given) => {
          const scores = given.map(([player, ...hundredths]) => ({ player, hundredths }))
          const data = recordScores(scores, of)
          const bytes = encodeEvent(eventScoresRecorded, { id: 'r', at: 1, key: of.slug, data })
          // One leading byte, so that no view starts at offset 0 of its buffer.
          const event = decodeEvent(Buffer.concat([Buffer.from([0]), bytes]).subarray(1))

          if (event?.type !== 'EventScoresRecorded') throw new Error('another event')
          expect(scoresOfRecord(event)).toEqual(
            [...scores]
              .sort((a, b) => (a.player < b.player ? -1 : 1))
              .map(({ player, hundredths }) => ({ round: 2, chart: of.chart, player, hundredths })),
          )
        },
      ),
    )
  })

  it('with mismatched lengths are rejected', () => {
    const data = recordScores([{ player: ann, hundredths: [1, 2, 3] }], of)
    for (const wrong of [
      { players: data.players.subarray(1) },
      { hundredths: data.hundredths.subarray(1) },
      { boards: of.boards.slice(1) },
    ])
      expect(() => scoresOfRecord({ data: { ...data, ...wrong } })).toThrow('EventScoresRecorded of aaaa')
    expect(() => recordScores([{ player: ann, hundredths: [1] }], of)).toThrow(RangeError)
  })

  it('have a digest that is independent of their order and changes with any score', () => {
    const record = (round: number, chart: string, first: number) =>
      recordScores([{ player: ann, hundredths: [first, 2, 3] }], { ...of, round, chart })
    const records = [record(1, 'b', 1), record(1, 'a', 5), record(2, 'a', 7)]
    const digest = digestOf(records)

    expect(digest).toMatch(/^[0-9a-f]{64}$/)
    expect(digestOf([...records].reverse())).toBe(digest)
    expect(digestOf([record(1, 'b', 1), record(1, 'a', 5), record(2, 'a', 8)])).not.toBe(digest)
  })
})
