import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import { type PointsFormula, pointsAt } from '@stepledger/contracts/competition/points-formula.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { type PlayerColumn, playerColumns } from './player-columns.ts'
import { type ChangedBlock, type ChangedSums, type ChangedTotal, playerSums } from './player-sums.ts'
import { type ChangedBoard, emptyColumn, noScore, rankColumn, type ScoreColumn } from './score-column.ts'

/** Number of the whole competition; rounds are numbered from 1. */
export const overall = 0

/** The best counting scores of a player on a chart of a round: percent in hundredths on each board. */
export interface CompetitionScore {
  readonly round: number
  readonly chart: string
  readonly player: string
  readonly hundredths: readonly number[]
}

interface SettledStandings {
  readonly boards: readonly ChangedBoard[]
  readonly totals: readonly ChangedTotal[]
}

/**
 * The standings of one competition in memory: a column of scores for each chart and board, and every player's sums.
 * Boards are numbered in the order of the document.
 */
export interface CompetitionStandings {
  /** Sets a player's score on a chart; null removes it. */
  set(score: Omit<CompetitionScore, 'hundredths'> & { readonly hundredths: readonly number[] | null }): void
  setPoints(points: PointsFormula): void
  /**
   * Returns the charts with changed scores and the players with changed sums since the last call. Ranks only these
   * charts again.
   */
  settle(): SettledStandings
  /**
   * Returns the table rows for these totals as returned by `settle`: sums, and the ranking blocks that changed since
   * the last call.
   */
  stored(totals: readonly ChangedTotal[]): {
    readonly sums: readonly ChangedSums[]
    readonly blocks: readonly ChangedBlock[]
  }
}

/** A board of a round in which only some charts count. */
interface BestCharts {
  readonly round: number
  readonly board: number
  /** Number of charts that count, those with the most points. */
  readonly counted: number
  /** The points included in the sums. */
  readonly included: PlayerColumn<Int32Array>
  /** Numbers of the players whose points on a chart changed. */
  readonly moved: Set<number>
}

/** Creates the standings of a competition, without scores. */
export function emptyStandings({
  points,
  rounds,
  boards: { length: boards },
}: {
  readonly points: PointsFormula
  readonly rounds: readonly Pick<CompetitionDocument['rounds'][number], 'counted'>[]
  readonly boards: { readonly length: number }
}): CompetitionStandings {
  const players = playerColumns()
  const sums = playerSums(players, { rounds: rounds.length, boards })
  const bestCharts = rounds.flatMap(({ counted }, i): BestCharts[] =>
    counted === null
      ? []
      : Array.from({ length: boards }, (_, board) => ({
          round: i + 1,
          board,
          counted,
          included: players.column((length) => new Int32Array(length), 0),
          moved: new Set(),
        })),
  )
  const columns = new Map<string, ScoreColumn[]>()
  /** Columns with changed scores. */
  let dirty = new Set<ScoreColumn>()
  /** Columns whose ranks are worth different points under a new formula. */
  let repriced = new Set<ScoreColumn>()
  let formula = points
  let byRank = new Int32Array(0)

  function columnsOf(round: number, chart: string): ScoreColumn[] {
    const key = `${round} ${chart}`
    const known = columns.get(key)
    if (known) return known
    const created = Array.from({ length: boards }, (_, board) =>
      emptyColumn(players, { round, chart, board }),
    )
    columns.set(key, created)
    return created
  }

  function pointsByRank(): Int32Array {
    const count = players.ids.length
    if (byRank.length <= count)
      byRank = Int32Array.from({ length: 2 * count + 1 }, (_, rank) =>
        rank === 0 ? 0 : pointsAt(formula, rank),
      )
    return byRank
  }

  function rank(column: ScoreColumn): ChangedBoard {
    const add = adderOf(column)
    const best = bestCharts.find(({ round, board }) => round === column.round && board === column.board)
    return rankColumn(column, players.ids.length, pointsByRank(), (index, points, charts) => {
      if (!best) return add(index, points, charts)
      best.moved.add(index)
      if (charts !== 0) add(index, 0, charts)
    })
  }

  /** Adds to the sums of the round and of the whole competition. */
  function adderOf({ round, board }: Pick<ScoreColumn, 'round' | 'board'>) {
    const [toRound, toAll] = [sums.adder(round, board), sums.adder(overall, board)]
    return (index: number, points: number, charts: number) => {
      toRound(index, points, charts)
      toAll(index, points, charts)
    }
  }

  function sumBestCharts({ round, board, counted, included, moved }: BestCharts): void {
    const add = adderOf({ round, board })
    const ofBoard = [...columns.values()].flat().filter((of) => of.round === round && of.board === board)
    const points = new Int32Array(ofBoard.length)
    for (const index of moved) {
      for (const [i, column] of ofBoard.entries())
        points[i] = Math.max(0, itemAt(column.points.values, index))
      const sum = points
        .sort()
        .subarray(-counted)
        .reduce((total, each) => total + each, 0)
      const before = itemAt(included.values, index)
      if (sum === before) continue
      included.values[index] = sum
      add(index, sum - before, 0)
    }
    moved.clear()
  }

  return {
    set({ round, chart, player, hundredths }) {
      const index = players.indexOf(player)
      for (const column of columnsOf(round, chart)) {
        const score = hundredths === null ? noScore : itemAt(hundredths, column.board)
        if (column.scores.values[index] === score) continue
        column.scores.values[index] = score
        dirty.add(column)
      }
    },
    setPoints(points) {
      formula = points
      byRank = new Int32Array(0)
      repriced = new Set([...columns.values()].flat())
    },
    settle() {
      const ranked = [...dirty].map(rank)
      for (const column of repriced) if (!dirty.has(column)) rank(column)
      dirty = new Set()
      repriced = new Set()
      for (const best of bestCharts) if (best.moved.size > 0) sumBestCharts(best)
      return { boards: ranked, totals: sums.takeMoved() }
    },
    stored(totals) {
      return {
        sums: [...new Set(totals.map(({ player }) => player))].map(sums.allOf),
        blocks: sums.takeBlocks(totals),
      }
    },
  }
}
