import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { PlayerColumn, PlayerColumns } from './player-columns.ts'

/** 100 %. */
const maxHundredths = 10_000

/** The current scores of a chart on one board, descending, each with its number of players. */
export interface ChangedBoard {
  readonly round: number
  readonly chart: string
  readonly board: number
  readonly hundredths: readonly number[]
  readonly players: readonly number[]
}

export interface ScoreColumn extends Pick<ChangedBoard, 'round' | 'chart' | 'board'> {
  /** Hundredths, or `noScore`. */
  readonly scores: PlayerColumn<Int16Array>
  /** The points included in the sums, or `noScore`. */
  readonly points: PlayerColumn<Int32Array>
}

export const noScore = -1

export function emptyColumn(
  players: PlayerColumns,
  key: Pick<ChangedBoard, 'round' | 'chart' | 'board'>,
): ScoreColumn {
  return {
    ...key,
    scores: players.column((length) => new Int16Array(length), noScore),
    points: players.column((length) => new Int32Array(length), noScore),
  }
}

/**
 * Ranks a column by counting sort; equal scores share a rank. `count`: number of players; `pointsByRank`: from rank 1,
 * with at least one more rank than players. `onMove` receives the changes of a player's points and number of charts.
 */
export function rankColumn(
  column: ScoreColumn,
  count: number,
  pointsByRank: Int32Array,
  onMove: (index: number, points: number, charts: number) => void,
): ChangedBoard {
  const { round, chart, board } = column
  const [scores, points] = [column.scores.values, column.points.values]
  const playersByScore = new Int32Array(maxHundredths + 1)
  for (let i = 0; i < count; i++) {
    const score = itemAt(scores, i)
    if (score !== noScore) playersByScore[score] = itemAt(playersByScore, score) + 1
  }
  const pointsByScore = new Int32Array(maxHundredths + 1)
  const hundredths: number[] = []
  const players: number[] = []
  let above = 0
  for (let score = maxHundredths; score >= 0; score--) {
    const equal = itemAt(playersByScore, score)
    if (equal === 0) continue
    pointsByScore[score] = itemAt(pointsByRank, above + 1)
    hundredths.push(score)
    players.push(equal)
    above += equal
  }
  for (let i = 0; i < count; i++) {
    const score = itemAt(scores, i)
    const before = itemAt(points, i)
    const now = score === noScore ? noScore : itemAt(pointsByScore, score)
    if (now === before) continue
    points[i] = now
    onMove(i, Math.max(now, 0) - Math.max(before, 0), Number(before === noScore) - Number(now === noScore))
  }
  return { round, chart, board, hundredths, players }
}
