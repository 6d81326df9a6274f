import { QueryClient } from '@tanstack/react-query'
import { isOnItsWay, isTransient } from './call-error.ts'

/**
 * One more try for what may pass by itself, and as many as it takes for what is on its way: the server waits with its
 * answer. Nothing is asked for again within two seconds.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => isOnItsWay(error) || (failures < 1 && isTransient(error)),
        retryDelay: 800,
        staleTime: 2000,
      },
    },
  })
}
