import type { LeaderboardEntry } from '@stepledger/contracts/http/shapes/leaderboard.ts'

type Scored = Pick<LeaderboardEntry, 'score'>

const hundredths = (score: string) => Math.round(Number(score) * 100)
const points = (value: number) => (value / 100).toFixed(2)

/**
 * Where a score lies among those of its page: percent of the way from the last to the first, so that they spread
 * however near they are.
 */
export function shareOfPage(rows: readonly Scored[], score: string): number {
  const all = rows.map((row) => hundredths(row.score))
  const [least, most] = [Math.min(...all), Math.max(...all)]
  return most === least ? 100 : ((hundredths(score) - least) / (most - least)) * 100
}

/** By how many points a score is behind the first of the board: "−0.35"; nothing for the first and its equals. */
export function behindFirst(first: string, score: string): string {
  const gap = hundredths(first) - hundredths(score)
  return gap > 0 ? `−${points(gap)}` : ''
}

/** How many points more it takes to be ahead of somebody: of equals who was earlier is ahead. */
export function pointsToPass(other: string, own: string): string {
  return points(hundredths(other) - hundredths(own) + 1)
}
