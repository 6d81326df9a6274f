import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { PlayerColumn, PlayerColumns } from './player-columns.ts'
import { maxHundredths } from './score-board.ts'

/** A chart in one board, as it is now: its scores, falling, each with how many players have it. */
export interface ChangedBoard {
  readonly round: number
  readonly chart: string
  readonly board: number
  readonly hundredths: readonly number[]
  readonly players: readonly number[]
}

/** The scores of a chart of a round on one board. */
export interface ScoreColumn extends Pick<ChangedBoard, 'round' | 'chart' | 'board'> {
  /** Hundredths, or `noScore`. */
  readonly scores: PlayerColumn<Int16Array>
  /** The points that are in the sums, or `noScore`. */
  readonly points: PlayerColumn<Int32Array>
}

export const noScore = -1

export function emptyColumn(
  players: PlayerColumns,
  where: Pick<ChangedBoard, 'round' | 'chart' | 'board'>,
): ScoreColumn {
  return {
    ...where,
    scores: players.column((length) => new Int16Array(length), noScore),
    points: players.column((length) => new Int32Array(length), noScore),
  }
}

/**
 * Ranks a column, by counting: equal scores share a rank. `count`: how many players there are; `pointsByRank`: from
 * rank 1 on, for one rank more than there are players at least. `onMove` gets what the points and the number of charts
 * of a player grow by.
 */
export function rankColumn(
  column: ScoreColumn,
  count: number,
  pointsByRank: Int32Array,
  onMove: (index: number, points: number, charts: number) => void,
): ChangedBoard {
  const { round, chart, board } = column
  const [scores, points] = [column.scores.values, column.points.values]
  const having = new Int32Array(maxHundredths + 1)
  for (let i = 0; i < count; i++) {
    const score = itemAt(scores, i)
    if (score !== noScore) having[score] = itemAt(having, score) + 1
  }
  const worth = new Int32Array(maxHundredths + 1)
  const hundredths: number[] = []
  const players: number[] = []
  let above = 0
  for (let score = maxHundredths; score >= 0; score--) {
    const equal = itemAt(having, score)
    if (equal === 0) continue
    worth[score] = itemAt(pointsByRank, above + 1)
    hundredths.push(score)
    players.push(equal)
    above += equal
  }
  for (let i = 0; i < count; i++) {
    const score = itemAt(scores, i)
    const before = itemAt(points, i)
    const now = score === noScore ? noScore : itemAt(worth, score)
    if (now === before) continue
    points[i] = now
    onMove(i, Math.max(now, 0) - Math.max(before, 0), Number(before === noScore) - Number(now === noScore))
  }
  return { round, chart, board, hundredths, players }
}
