import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Changes a page in the cache as a push tells. A page on its way meanwhile may be older than the push and would undo
 * it: then `refetch` is called.
 */
export function patchPage<Page>(
  queries: QueryClient,
  key: QueryKey,
  change: (page: Page) => Page,
  refetch: () => void,
) {
  const onItsWay = queries.isFetching({ queryKey: key }) > 0
  queries.setQueryData<Page>(key, (page) => page && change(page))
  if (onItsWay) refetch()
}
