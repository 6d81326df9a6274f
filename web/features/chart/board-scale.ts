import type { LeaderboardEntry } from '@stepledger/contracts/http/shapes/leaderboard.ts'

type Scored = Pick<LeaderboardEntry, 'score'>

const hundredths = (score: string) => Math.round(Number(score) * 100)
const points = (value: number) => (value / 100).toFixed(2)

/** The position of a score between the last and the first of its page, in percent. */
export function shareOfPage(rows: readonly Scored[], score: string): number {
  const all = rows.map((row) => hundredths(row.score))
  const [least, most] = [Math.min(...all), Math.max(...all)]
  return most === least ? 100 : ((hundredths(score) - least) / (most - least)) * 100
}

/**
 * The gap to another score in percentage points: "−0.35" below it, "+0.35" above it; empty for the same score.
 */
export function gapTo(other: string, score: string): string {
  const gap = hundredths(score) - hundredths(other)
  if (gap === 0) return ''
  return `${gap < 0 ? '−' : '+'}${points(Math.abs(gap))}`
}

/** The percentage points needed to pass another score; of equal scores the earlier one is ahead. */
export function pointsToPass(other: string, own: string): string {
  return points(hundredths(other) - hundredths(own) + 1)
}
