import type { Route, Shape } from '@stepledger/contracts/http/route.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Call } from './client.ts'
import type { RouteInput } from './request.ts'
import { readOptions } from './use-call.ts'

/** Asks for what a page will read. A failure is the page's to show: it reads the same. */
export type Prefetch = <P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  route: Route<P, Q, B, A>,
  input: RouteInput<P, Q, B>,
) => void

export function prefetchInto(queries: QueryClient, call: Call): Prefetch {
  return (route, input) => void queries.prefetchQuery(readOptions(call, route, input))
}
