import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'

const newestFirst = (a: RecentPlay, b: RecentPlay) =>
  a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : b.playId - a.playId

/** Inserts a play in the server's order, newest first; idempotent for a repeated play. */
export function withPlay(plays: readonly RecentPlay[], play: RecentPlay, limit: number): RecentPlay[] {
  return [play, ...plays.filter((other) => other.playId !== play.playId)].sort(newestFirst).slice(0, limit)
}

export function withoutPlay(plays: readonly RecentPlay[], playId: number): RecentPlay[] {
  return plays.filter((play) => play.playId !== playId)
}
