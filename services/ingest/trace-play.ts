import type { Route } from '@stepledger/contracts/http/route.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import type { PlayTracing } from '../platform/tracing/play-tracing.ts'
import type { AcceptedPlay } from './record-play.ts'

/** Records the request that stored a play, up to now. `start`: as of `performance.now()`. */
export function tracePlay(
  tracing: PlayTracing | null,
  { method, path }: Pick<Route, 'method' | 'path'>,
  { playId, player, duplicate, position, times }: AcceptedPlay,
  start: number,
): void {
  // The trace of a play that is sent again is that of its first request.
  if (tracing === null || duplicate) return
  const of = { playId, player }
  tracing.record({
    ...of,
    step: 'request',
    start,
    end: performance.now(),
    attributes: { 'http.request.method': method, 'http.route': path },
  })
  tracing.record({ ...of, step: 'validate', start: times.start, end: times.validated })
  tracing.record({
    ...of,
    step: 'append',
    start: times.validated,
    end: times.stored,
    attributes: { 'stepledger.position': formatPosition(position) },
  })
}
