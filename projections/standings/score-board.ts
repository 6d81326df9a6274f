import { itemAt } from '@stepledger/contracts/item-at.ts'
import { type PointsFormula, pointsAt } from '@stepledger/contracts/rules/points-formula.ts'

/** 100 %. */
export const maxHundredths = 10_000

/**
 * The distinct scores of a chart on one board, descending, each with its number of players: the basis of ranks and
 * points.
 */
export interface ScoreBoard {
  readonly hundredths: readonly number[]
  readonly players: readonly number[]
}

export interface Place {
  readonly hundredths: number
  /** Equal scores share a rank. */
  readonly rank: number
  readonly points: number
}

/** Returns the place of a score on the board, and the next better one; null if the score is not on it. */
export function placeOf(
  board: ScoreBoard,
  points: PointsFormula,
  hundredths: number,
): { readonly place: Place; readonly next: Place | null } | null {
  let rank = 1
  let next: Place | null = null
  for (const [i, score] of board.hundredths.entries()) {
    const place = { hundredths: score, rank, points: 0 }
    if (score === hundredths)
      return { place: withPoints(place, points), next: next && withPoints(next, points) }
    if (score < hundredths) return null
    next = place
    rank += itemAt(board.players, i)
  }
  return null
}

function withPoints(place: Place, points: PointsFormula): Place {
  return { ...place, points: pointsAt(points, place.rank) }
}
