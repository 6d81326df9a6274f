import { itemAt } from '@stepledger/contracts/item-at.ts'
import { type PointsFormula, pointsAt } from '@stepledger/contracts/rules/points-formula.ts'

/** 100 %. */
export const maxHundredths = 10_000

/**
 * The scores of a chart in one board, falling, each with how many players have it: all that ranks and points follow
 * from.
 */
export interface ScoreBoard {
  readonly hundredths: readonly number[]
  readonly players: readonly number[]
}

export interface Place {
  readonly hundredths: number
  /** Equal scores share it. */
  readonly rank: number
  readonly points: number
}

/** The place of a score that is on the board, and the next better one; null where there is none. */
export function placeOf(
  board: ScoreBoard,
  points: PointsFormula,
  hundredths: number,
): { readonly place: Place; readonly next: Place | null } | null {
  let rank = 1
  let next: Place | null = null
  for (const [i, score] of board.hundredths.entries()) {
    const place = { hundredths: score, rank, points: 0 }
    if (score === hundredths) return { place: worth(place, points), next: next && worth(next, points) }
    if (score < hundredths) return null
    next = place
    rank += itemAt(board.players, i)
  }
  return null
}

function worth(place: Place, points: PointsFormula): Place {
  return { ...place, points: pointsAt(points, place.rank) }
}
