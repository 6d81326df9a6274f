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
