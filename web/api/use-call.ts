import type { Route, Shape } from '@stepledger/contracts/http/route.ts'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { z } from 'zod'
import type { Call } from './client.ts'
import type { RouteInput } from './request.ts'

export const CallContext = createContext<Call | null>(null)

/** The client of this app; writes go through it. */
export function useCall(): Call {
  const call = useContext(CallContext)
  if (call === null) throw new Error('CallContext is not provided')
  return call
}

/**
 * The key under which the query cache holds a read; whether everyone may see it comes first, so that signing out can
 * drop the rest.
 */
export function readKey<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  route: Route<P, Q, B, A>,
  input: RouteInput<P, Q, B> = {},
) {
  const scope = route.access === 'public' ? 'public' : 'private'
  return [scope, route.name, input.params ?? {}, input.query ?? {}] as const
}

interface ReadOptions<Answer> {
  readonly enabled?: boolean
  /** Show the last page's rows until the next page's are there. */
  readonly keepPrevious?: boolean
  /** After how many ms to read it again, by what was read last; false: not. */
  readonly every?: (answer: Answer | undefined) => number | false
}

/** Under which key the cache holds a read, and how it is asked for. */
export function readOptions<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  call: Call,
  route: Route<P, Q, B, A>,
  input: RouteInput<P, Q, B>,
) {
  const ask = ({ signal }: { signal: AbortSignal }) => call(route, input, signal)
  return { queryKey: readKey(route, input), queryFn: ask }
}

/** Reads a route through the query cache. */
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
