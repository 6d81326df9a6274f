import { QueryClient } from '@tanstack/react-query'
import { isTransient } from './call-error.ts'

/** One more try for what may pass by itself; nothing is asked for again within two seconds. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && isTransient(error),
        retryDelay: 800,
        staleTime: 2000,
      },
    },
  })
}
