import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Applies a push message to a cached page. A fetch in flight may be older than the message and overwrite the change, so
 * `refetch` is called then.
 */
export function patchPage<Page>(
  queries: QueryClient,
  key: QueryKey,
  change: (page: Page) => Page,
  refetch: () => void,
) {
  const isFetching = queries.isFetching({ queryKey: key }) > 0
  queries.setQueryData<Page>(key, (page) => page && change(page))
  if (isFetching) refetch()
}

const newestFirst = (a: RecentPlay, b: RecentPlay) =>
  a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : b.playId - a.playId

/** Inserts a play in the server's order, newest first; idempotent for a repeated play. */
export function withPlay(plays: readonly RecentPlay[], play: RecentPlay, limit: number): RecentPlay[] {
  return [play, ...plays.filter((other) => other.playId !== play.playId)].sort(newestFirst).slice(0, limit)
}

export function withoutPlay(plays: readonly RecentPlay[], playId: number): RecentPlay[] {
  return plays.filter((play) => play.playId !== playId)
}
