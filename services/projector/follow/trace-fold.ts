import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import type { PlayFact } from '@stepledger/projections/batch.ts'
import type { PlayTracing } from '../../platform/tracing/play-tracing.ts'

/** Records the fold of a batch and its notice, which was just published, for each of its plays. */
export function traceFold(
  tracing: PlayTracing | null,
  plays: readonly PlayFact[],
  { start, committed }: { readonly start: number; readonly committed: number },
): void {
  if (tracing === null) return
  const published = performance.now()
  for (const { event, partition, offset } of plays) {
    const of = { playId: event.data.playId, player: event.key }
    const attributes = {
      'stepledger.position': formatPosition({ partition, offset }),
      'stepledger.batch.plays': plays.length,
    }
    tracing.record({ ...of, step: 'fold', start, end: committed, attributes })
    tracing.record({ ...of, step: 'notice', start: committed, end: published })
  }
}
