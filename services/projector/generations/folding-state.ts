import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { countParked } from './count-parked.ts'
import { type GenerationWithState, readGenerations } from './generations.ts'

/** Numbers of events. `events`: in the ledger. `folded`: in the live read models. `lag`: the difference. */
export interface PartitionState {
  readonly partition: number
  readonly events: number
  readonly folded: number
  readonly lag: number
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

export async function readFoldingState(database: Database, ledger: Ledger): Promise<FoldingState> {
  const generations = await readGenerations(database.pool)
  const live = generations.find(({ state }) => state === 'live') ?? null
  const next = generations.find(({ state }) => state === 'next') ?? null
  // The checkpoints are read first, so that the end offsets are never behind them.
  const checkpoint = live ? await readCheckpoints(database.pool, live.id) : []
  const ends = await ledger.ends('events')
  const partitions = ends.map((events, partition) => {
    const folded = checkpoint[partition] ?? 0
    return { partition, events, folded, lag: events - folded }
  })
  const sum = (of: 'events' | 'folded' | 'lag') => partitions.reduce((total, p) => total + p[of], 0)
  return {
    live,
    next: next && {
      generation: next,
      folded: (await readCheckpoints(database.pool, next.id)).reduce((total, offset) => total + offset, 0),
      parked: await countParked(database.pool, next.id),
    },
    kept: generations.filter(({ state }) => state === 'kept'),
    partitions,
    total: { events: sum('events'), folded: sum('folded'), lag: sum('lag') },
    parked: live ? await countParked(database.pool, live.id) : 0,
  }
}
