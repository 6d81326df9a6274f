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

/** The gap to the first place in percentage points: "−0.35"; empty for the first place and ties with it. */
export function behindFirst(first: string, score: string): string {
  const gap = hundredths(first) - hundredths(score)
  return gap > 0 ? `−${points(gap)}` : ''
}

/** The percentage points needed to pass another score; of equal scores the earlier one is ahead. */
export function pointsToPass(other: string, own: string): string {
  return points(hundredths(other) - hundredths(own) + 1)
}
