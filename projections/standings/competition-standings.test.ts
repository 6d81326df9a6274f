import { type PointsFormula, pointsAt } from '@stepledger/contracts/competition/points-formula.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CompetitionStandings, emptyStandings, overall } from './competition-standings.ts'
import type { ChangedBlock, ChangedSums, ChangedTotal } from './player-sums.ts'
import type { ChangedBoard } from './score-column.ts'

const falling: PointsFormula = {
  maxPoints: 10_000,
  minPoints: 1,
  pieces: [{ form: 'exponential', rate: 0.08, upTo: null }],
}
const steep: PointsFormula = {
  maxPoints: 50,
  minPoints: 0,
  pieces: [{ form: 'hyperbolic', rate: 1, upTo: null }],
}

/** `counted`: of each round, the number of charts that count. */
const standingsOf = (counted: readonly (number | null)[], boards: number) =>
  emptyStandings({
    points: falling,
    rounds: counted.map((each) => ({ counted: each })),
    boards: { length: boards },
  })

type Total = Omit<ChangedTotal, 'round' | 'board' | 'player'>
const place = (...parts: (string | number)[]) => parts.join(' ')

/** Collects the results of settling, in the form of the tables. */
function settledTables() {
  const totals = new Map<string, Total>()
  const boards = new Map<string, Pick<ChangedBoard, 'hundredths' | 'players'>>()
  const sums = new Map<string, ChangedSums>()
  const blocks = new Map<string, ChangedBlock>()
  return {
    totals,
    boards,
    sums,
    /** The concatenated blocks of a ranking. */
    ranking(round: number, board: number) {
      const rows = []
      for (let block = 0; ; block++) {
        const part = blocks.get(place(round, board, block))
        if (!part) return rows
        for (const [i, player] of part.players.entries())
          rows.push({ player, points: part.points[i], charts: part.charts[i] })
      }
    },
    apply(standings: CompetitionStandings) {
      const settled = standings.settle()
      const stored = standings.stored(settled.totals)
      for (const each of stored.sums) sums.set(each.player, each)
      for (const each of stored.blocks)
        if (each.players.length === 0) blocks.delete(place(each.round, each.board, each.block))
        else blocks.set(place(each.round, each.board, each.block), each)
      for (const { round, board, player, points, charts } of settled.totals)
        if (charts === 0) totals.delete(place(round, board, player))
        else totals.set(place(round, board, player), { points, charts })
      for (const { round, chart, board, hundredths, players } of settled.boards)
        if (hundredths.length === 0) boards.delete(place(round, chart, board))
        else boards.set(place(round, chart, board), { hundredths, players })
    },
  }
}

/** Computes the same sums from all scores, without the code under test. */
function plainTotals(
  scores: ReadonlyMap<string, readonly number[]>,
  points: PointsFormula,
  counted: readonly (number | null)[],
) {
  const ofRounds = new Map<string, number[]>()
  for (const [key, hundredths] of scores) {
    const [round = '', chart, player = ''] = key.split(' ')
    for (const [board, score] of hundredths.entries()) {
      const better = [...scores].filter(
        ([other, theirs]) => other.startsWith(`${round} ${chart} `) && (theirs[board] ?? 0) > score,
      )
      const key = place(round, board, player)
      ofRounds.set(key, [...(ofRounds.get(key) ?? []), pointsAt(points, better.length + 1)])
    }
  }
  const totals = new Map<string, Total>()
  for (const [key, all] of ofRounds) {
    const [round, ...rest] = key.split(' ')
    const best = all.toSorted((a, b) => b - a).slice(0, counted[Number(round) - 1] ?? all.length)
    const sum = best.reduce((total, each) => total + each, 0)
    for (const of of [round ?? '', overall]) {
      const before = totals.get(place(of, ...rest)) ?? { points: 0, charts: 0 }
      totals.set(place(of, ...rest), { points: before.points + sum, charts: before.charts + all.length })
    }
  }
  return totals
}

const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      round: fc.integer({ min: 1, max: 2 }),
      chart: fc.constantFrom('a', 'b', 'c'),
      player: fc.integer({ min: 1, max: 400 }).map((n) => `p${n % 7 === 0 ? n : n % 7}`),
      hundredths: fc.option(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom(0, 1, 9_999, 10_000))),
    }),
  },
  fc.record({ kind: fc.constant('points' as const), points: fc.constantFrom(falling, steep) }),
  fc.record({ kind: fc.constant('settle' as const) }),
)

describe('the standings of a competition', () => {
  it('equal a plain recomputation, whatever the order in which scores are added, changed and removed, and points change', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), fc.constantFrom(null, 1, 2), (steps, best) => {
        const counted = [null, best]
        const standings = standingsOf(counted, 2)
        const scores = new Map<string, readonly number[]>()
        let points = falling
        const seen = settledTables()
        for (const each of steps) {
          if (each.kind === 'settle') seen.apply(standings)
          if (each.kind === 'points') {
            points = each.points
            standings.setPoints(points)
          }
          if (each.kind !== 'set') continue
          const { round, chart, player, hundredths } = each
          standings.set({ round, chart, player, hundredths })
          if (hundredths) scores.set(place(round, chart, player), hundredths)
          else scores.delete(place(round, chart, player))
        }
        seen.apply(standings)

        const expected = plainTotals(scores, points, counted)
        expect(new Map([...seen.totals].sort())).toEqual(new Map([...expected].sort()))
        for (const [key, { hundredths, players }] of seen.boards) {
          const [round, chart, board] = key.split(' ')
          const all = [...scores]
            .filter(([other]) => other.startsWith(`${round} ${chart} `))
            .map(([, of]) => of[Number(board)] ?? 0)
          expect(hundredths).toEqual([...new Set(all)].sort((a, b) => b - a))
          expect(players).toEqual(hundredths.map((score) => all.filter((one) => one === score).length))
        }
        expect(standings.settle()).toEqual({ boards: [], totals: [] })
        expect(standings.stored([])).toEqual({ sums: [], blocks: [] })
        for (const round of [overall, 1, 2])
          for (const board of [0, 1]) {
            const all = [...expected].flatMap(([key, total]) => {
              const [ofRound, ofBoard, player = ''] = key.split(' ')
              return ofRound === String(round) && ofBoard === String(board) ? [{ player, ...total }] : []
            })
            const best = (a: (typeof all)[number], b: (typeof all)[number]) =>
              b.points - a.points || (a.player < b.player ? -1 : 1)
            expect(seen.ranking(round, board)).toEqual(all.sort(best))
            for (const { player, points, charts } of all)
              expect([
                seen.sums.get(player)?.points[round]?.[board],
                seen.sums.get(player)?.charts[round]?.[board],
              ]).toEqual([points, charts])
          }
      }),
    )
  })

  it('give equal scores the same rank and points, and rank the next score after all of them', () => {
    const standings = standingsOf([null], 1)
    for (const [player, score] of Object.entries({ ann: 9_000, bob: 9_500, cay: 9_000, dan: 8_000 }))
      standings.set({ round: 1, chart: 'a', player, hundredths: [score] })

    const { totals } = standings.settle()
    const ofRound = totals.filter(({ round }) => round === 1)
    expect(Object.fromEntries(ofRound.map(({ player, points }) => [player, points]))).toEqual({
      bob: 10_000,
      ann: pointsAt(falling, 2),
      cay: pointsAt(falling, 2),
      dan: pointsAt(falling, 4),
    })
  })

  it('report only players who moved: an improved score does not affect those above it or equal to it', () => {
    const standings = standingsOf([null], 1)
    for (let i = 0; i < 1_000; i++)
      standings.set({ round: 1, chart: 'a', player: `p${i}`, hundredths: [9_000 - i] })
    standings.settle()
    standings.set({ round: 1, chart: 'a', player: 'p5', hundredths: [8_998] })

    const moved = standings.settle().totals.map(({ player }) => player)
    expect(new Set(moved)).toEqual(new Set(['p3', 'p4', 'p5']))
  })
})
