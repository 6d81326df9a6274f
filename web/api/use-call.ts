import type { Route, Shape } from '@stepledger/contracts/http/route.ts'
import {
  keepPreviousData,
  type QueryClient,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { useDependencies } from '../app/use-dependencies.ts'
import type { Call, RouteInput } from './client.ts'

export const useCall = () => useDependencies().call

/** The query cache key of a read. Its scope comes first, so that a logout can remove all private entries. */
export function readKey<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  route: Route<P, Q, B, A>,
  input: RouteInput<P, Q, B> = {},
) {
  return [scopeOf(route), route.name, input.params ?? {}, input.query ?? {}] as const
}

const scopeOf = ({ access }: Pick<Route, 'access'>) => (access === 'public' ? 'public' : 'private')

export type ReadRoute = Pick<Route, 'name' | 'access'>

/** Returns a function that refetches the reads of routes: all, or only those with the given parameters. */
export function useRefetch() {
  const queries = useQueryClient()
  return async (routes: readonly ReadRoute[], params: object = {}) => {
    await Promise.all(
      routes.map((route) => queries.invalidateQueries({ queryKey: [scopeOf(route), route.name, params] })),
    )
  }
}

interface ReadOptions<Answer> {
  readonly enabled?: boolean
  /** Shows the previous page's rows until the next page has loaded. */
  readonly keepPrevious?: boolean
  /** Polling interval in ms, derived from the last answer; false stops polling. */
  readonly every?: (answer: Answer | undefined) => number | false
}

function readOptions<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  call: Call,
  route: Route<P, Q, B, A>,
  input: RouteInput<P, Q, B>,
) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(route, input, signal)
  return { queryKey: readKey(route, input), queryFn }
}

export function useRead<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  route: Route<P, Q, B, A>,
  input: RouteInput<P, Q, B>,
  { enabled = true, keepPrevious = false, every }: ReadOptions<z.output<A>> = {},
): UseQueryResult<z.output<A>> {
  const call = useCall()
  return useQuery({
    ...readOptions(call, route, input),
    enabled,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    refetchInterval: ({ state }) => (every ? every(state.data) : false),
  })
}

/** Fills the cache for a page. Resolves to undefined on a failure, which the page's own read reports. */
export type Prefetch = <P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  route: Route<P, Q, B, A>,
  input: RouteInput<P, Q, B>,
) => Promise<z.output<A> | undefined>

export function prefetchInto(queries: QueryClient, call: Call): Prefetch {
  return (route, input) => queries.fetchQuery(readOptions(call, route, input)).catch(() => undefined)
}
