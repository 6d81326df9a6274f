import { participation } from './competition/participation.ts'
import { erasure } from './erasure/erasure.ts'
import type { AnyEvent } from './events/registry.ts'
import { chartSources } from './packs/chart-sources.ts'
import { pack } from './packs/pack.ts'
import { rivals } from './rivals/rivals.ts'
import { withdrawal } from './withdrawal/withdrawal.ts'

/**
 * The kinds of streams in the topic `events`, whose states every generation keeps (projections/streams). Competitions and
 * rules are in the topic `rules`, which is read whole.
 */
export const streamKinds = [rivals, participation, withdrawal, pack, chartSources, erasure] as const

/** Whether an event belongs to such a stream. */
export function isOfStream(event: AnyEvent): boolean {
  return streamKinds.some((kind) => kind.streamOf(event) !== null)
}
