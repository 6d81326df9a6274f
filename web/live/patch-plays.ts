import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'

const newestFirst = (a: RecentPlay, b: RecentPlay) =>
  a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : b.playId - a.playId

/**
 * A list of recent plays with one more, in the order of the server: by when it was played. A play that comes twice
 * stays one row.
 */
export function withPlay(plays: readonly RecentPlay[], play: RecentPlay, limit: number): RecentPlay[] {
  return [play, ...plays.filter((other) => other.playId !== play.playId)].sort(newestFirst).slice(0, limit)
}

/** The list without a play that was withdrawn. */
export function withoutPlay(plays: readonly RecentPlay[], playId: number): RecentPlay[] {
  return plays.filter((play) => play.playId !== playId)
}
