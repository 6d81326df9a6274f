import { type PointsFormula, pointsAt } from '@stepledger/contracts/competition/points-formula.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { playerColumns } from './player-columns.ts'
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

export interface SettledStandings {
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

/** Creates standings without scores for a number of `rounds` and `boards`. */
export function emptyStandings(
  points: PointsFormula,
  { rounds, boards }: { readonly rounds: number; readonly boards: number },
): CompetitionStandings {
  const players = playerColumns()
  const sums = playerSums(players, { rounds, boards })
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
    const [toRound, toAll] = [sums.adder(column.round, column.board), sums.adder(overall, column.board)]
    return rankColumn(column, players.ids.length, pointsByRank(), (index, points, charts) => {
      toRound(index, points, charts)
      toAll(index, points, charts)
    })
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
