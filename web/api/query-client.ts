import { QueryClient } from '@tanstack/react-query'
import { isNotFoldedYet, isParked, isTransient } from './call-error.ts'

/**
 * Transient errors are retried once. A 404 with replication lag is retried without a limit, because the server delays
 * its response. A parked play is fetched again every 15 s. Data is fresh for two seconds.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          isNotFoldedYet(error) || isParked(error) || (failures < 1 && isTransient(error)),
        retryDelay: (_, error) => (isParked(error) ? 15_000 : 800),
        staleTime: 2000,
      },
    },
  })
}
