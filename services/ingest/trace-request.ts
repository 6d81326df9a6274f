import type { Route } from '@stepledger/contracts/http/route.ts'
import type { PlayTracing } from '../platform/tracing/play-tracing.ts'
import type { WrittenPlay } from './written-play.ts'

/** Records the request that stored a play, up to now. `start`: as of `performance.now()`. */
export function traceRequest(
  tracing: PlayTracing | null,
  { method, path }: Pick<Route, 'method' | 'path'>,
  { playId, player, duplicate }: Pick<WrittenPlay, 'playId' | 'duplicate'> & { readonly player: string },
  start: number,
): void {
  // The trace of a play that is sent again is that of its first request.
  if (duplicate) return
  const attributes = { 'http.request.method': method, 'http.route': path }
  tracing?.record({ step: 'request', playId, player, start, end: performance.now(), attributes })
}
