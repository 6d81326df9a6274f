import type { Route, Shape } from '@stepledger/contracts/http/route.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Call } from './client.ts'
import type { RouteInput } from './request.ts'
import { readOptions } from './use-call.ts'

/** Fills the cache for a page. Resolves to undefined on a failure, which the page's own read reports. */
export type Prefetch = <P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  route: Route<P, Q, B, A>,
  input: RouteInput<P, Q, B>,
) => Promise<z.output<A> | undefined>

export function prefetchInto(queries: QueryClient, call: Call): Prefetch {
  return (route, input) => queries.fetchQuery(readOptions(call, route, input)).catch(() => undefined)
}
