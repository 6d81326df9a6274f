import { QueryClient } from '@tanstack/react-query'
import { isNotFoldedYet, isTransient } from './call-error.ts'

/**
 * Transient errors are retried once. A 404 with replication lag is retried without a limit, because the server delays
 * its response. Data is fresh for two seconds.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => isNotFoldedYet(error) || (failures < 1 && isTransient(error)),
        retryDelay: 800,
        staleTime: 2000,
      },
    },
  })
}
