import { itemAt } from '@stepledger/contracts/item-at.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type { Database } from '../../platform/database/database.ts'
import { type GenerationWithState, readGenerations } from './generations.ts'
import { countParked } from './parked-events.ts'

/**
 * Numbers of events. `events`: in the ledger. `folded`: in the live read models. `lag`: the difference. Null while the
 * ledger does not answer.
 */
export interface PartitionState {
  readonly partition: number
  readonly events: number | null
  readonly folded: number
  readonly lag: number | null
}

/** The generations and their progress, as shown by `ledger status` and the metrics. */
export interface FoldingState {
  readonly live: GenerationWithState | null
  /** The generation being built. `folded`, `parked`: numbers of events. */
  readonly next: {
    readonly generation: GenerationWithState
    readonly folded: number
    readonly parked: number
  } | null
  /** Earlier live generations whose tables still exist. */
  readonly kept: readonly GenerationWithState[]
  readonly partitions: readonly PartitionState[]
  readonly total: Omit<PartitionState, 'partition'>
  /** Events that the live generation has parked. */
  readonly parked: number
}

/** `readEnds`: reads the next offsets of the topic `events`; null while the ledger does not answer. */
export async function readFoldingState(
  database: Database,
  readEnds: () => Promise<readonly number[] | null>,
): Promise<FoldingState> {
  const generations = await readGenerations(database.pool)
  const live = generations.find(({ state }) => state === 'live') ?? null
  const next = generations.find(({ state }) => state === 'next') ?? null
  // The checkpoints are read first, so that the end offsets are never behind them.
  const checkpoint = live ? await readCheckpoints(database.pool, live.id) : []
  const ends = await readEnds()
  const partitions = Array.from({ length: ends?.length ?? checkpoint.length }, (_, partition) => {
    const folded = checkpoint[partition] ?? 0
    const events = ends && itemAt(ends, partition)
    return { partition, events, folded, lag: events === null ? null : events - folded }
  })
  const folded = sum(partitions.map((partition) => partition.folded))
  const events = ends && sum(ends)
  return {
    live,
    next: next && {
      generation: next,
      folded: sum(await readCheckpoints(database.pool, next.id)),
      parked: await countParked(database.pool, next.id),
    },
    kept: generations.filter(({ state }) => state === 'kept'),
    partitions,
    total: { events, folded, lag: events === null ? null : events - folded },
    parked: live ? await countParked(database.pool, live.id) : 0,
  }
}
