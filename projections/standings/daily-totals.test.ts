import { pointsAt } from '@stepledger/contracts/competition/points-formula.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overall } from './competition-standings.ts'
import { dailyTotals, dayEnds, dayMs, lastDayEnd, type TimedScore } from './daily-totals.ts'

const points = {
  maxPoints: 100,
  minPoints: 1,
  pieces: [{ form: 'exponential' as const, rate: 0.5, upTo: null }],
}
const hour = dayMs / 24
const boards = ['HardEX' as const, 'ITG' as const]

/** Two rounds of a few days and hours. */
const event = fc
  .tuple(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 80 }), fc.constantFrom(null, 1))
  .map(([one, two, counted]) => ({
    points,
    boards,
    rounds: [
      { name: 'One', start: 0, end: one * hour, charts: ['a', 'b'], counted },
      { name: 'Two', start: one * hour, end: (one + two) * hour, charts: ['c'], counted: null },
    ],
  }))
const attempt = fc.record({
  hour: fc.integer({ min: 0, max: 160 }),
  player: fc.constantFrom('ann', 'bob', 'cay', 'dan'),
  chart: fc.constantFrom('a', 'b'),
  // Few distinct values, so that many are equal.
  hundredths: fc.tuple(fc.constantFrom(0, 9_000, 9_500), fc.constantFrom(8_000, 9_000, 10_000)),
})
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

/** Returns the attempts within a round, in order of play, each with its player's best so far. */
function scoresOf(
  { rounds }: Event,
  attempts: readonly (typeof attempt extends fc.Arbitrary<infer T> ? T : never)[],
) {
  const best = new Map<string, readonly number[]>()
  return [...attempts]
    .sort((a, b) => a.hour - b.hour)
    .flatMap(({ hour: at, player, chart: name, hundredths }): TimedScore[] => {
      const playedAt = at * hour
      const round = 1 + rounds.findIndex(({ start, end }) => start <= playedAt && playedAt < end)
      if (round === 0) return []
      const chart = round === 1 ? name : 'c'
      const key = `${chart} ${player}`
      const now = hundredths.map((value, board) => Math.max(value, best.get(key)?.[board] ?? 0))
      best.set(key, now)
      return [{ round, chart, player, hundredths: now, playedAt }]
    })
}

/** Computes each player's points from the scores before `at`, without the code under test. */
function plainPoints(
  { rounds }: Event,
  scores: readonly TimedScore[],
  { round, board, at }: { round: number; board: number; at: number },
) {
  const bests = new Map<string, Map<string, number>>()
  for (const score of scores) {
    if (score.playedAt >= at || (round !== overall && score.round !== round)) continue
    const ofChart = bests.get(score.chart) ?? new Map<string, number>()
    bests.set(score.chart, ofChart.set(score.player, score.hundredths[board] ?? 0))
  }
  const sums = new Map<string, number>()
  for (const { charts, counted } of rounds) {
    const ofRound = new Map<string, number[]>()
    for (const ofChart of charts.flatMap((chart) => bests.get(chart) ?? []))
      for (const [player, score] of ofChart) {
        const rank = 1 + [...ofChart.values()].filter((other) => other > score).length
        ofRound.set(player, [...(ofRound.get(player) ?? []), pointsAt(points, rank)])
      }
    for (const [player, all] of ofRound) {
      const best = all.toSorted((a, b) => b - a).slice(0, counted ?? all.length)
      sums.set(
        player,
        best.reduce((sum, each) => sum + each, sums.get(player) ?? 0),
      )
    }
  }
  return sums
}

describe('daily points of a competition', () => {
  it('and ranks equal those of the plays up to the end of each day', async () => {
    await fc.assert(
      fc.asyncProperty(
        event,
        fc.array(attempt, { maxLength: 40 }),
        fc.integer({ min: 0, max: 170 }),
        async (competition, attempts, hours) => {
          const until = hours * hour
          const scores = scoresOf(competition, attempts)
          const totals = await dailyTotals(competition, until, scores)

          for (const round of [overall, 1, 2])
            for (const board of boards.keys()) {
              const days = dayEnds(competition, round, until)
              const plain = days.map((at) => plainPoints(competition, scores, { round, board, at }))
              const ofBoard = totals.filter((total) => total.round === round && total.board === board)
              const rankIn = (sums: ReadonlyMap<string, number>, player: string) => {
                const own = sums.get(player)
                return own === undefined ? 0 : 1 + [...sums.values()].filter((other) => other > own).length
              }
              for (const { player, points, ranks } of ofBoard) {
                expect(points).toEqual(plain.map((sums) => sums.get(player) ?? 0))
                expect(ranks).toEqual(round === overall ? [] : plain.map((sums) => rankIn(sums, player)))
              }
              const players = new Set(ofBoard.map(({ player }) => player))
              for (const sums of plain) for (const player of sums.keys()) expect(players).toContain(player)
            }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('end with the round, whose last day may be shorter, and include only finished days', () => {
    const rounds = [{ name: 'One', start: 0, end: 2.5 * dayMs, charts: [] }]
    expect(dayEnds({ rounds }, 1, 9 * dayMs)).toEqual([dayMs, 2 * dayMs, 2.5 * dayMs])
    expect(dayEnds({ rounds }, 1, 2 * dayMs)).toEqual([dayMs, 2 * dayMs])
    expect(lastDayEnd({ rounds }, 2 * dayMs - 1)).toBe(dayMs)
    expect(lastDayEnd({ rounds }, dayMs - 1)).toBeNull()
  })

  it('are none for an event of the ledger that is longer than new ones may be', () => {
    const rounds = [{ name: 'One', start: 0, end: 366 * dayMs, charts: [] }]
    expect(dayEnds({ rounds }, 1, Number.MAX_SAFE_INTEGER)).toHaveLength(366)
    const longer = rounds.map((round) => ({ ...round, end: round.end + 1 }))
    expect(lastDayEnd({ rounds: longer }, Number.MAX_SAFE_INTEGER)).toBeNull()
  })
})
