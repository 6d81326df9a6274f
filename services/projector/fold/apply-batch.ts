import { batchOf, type FoldEvent } from '@stepledger/projections/batch.ts'
import { fold } from '@stepledger/projections/fold.ts'
import type { Generation, RecordedAt } from '@stepledger/projections/generation.ts'
import type { Changes } from '@stepledger/projections/read-model.ts'
import type pg from 'pg'
import type { Database } from '../../platform/database/database.ts'
import type { Move, MoveCheckpoints } from './fence.ts'
import { checkParkedKeys, type Parked, park } from './parking.ts'

export interface BatchToApply {
  readonly events: readonly FoldEvent[]
  /** Events of this batch to park, each with its reason. */
  readonly parked: readonly Parked[]
  /** Keys of those events that were already parked before this batch. */
  readonly parkedKeys: readonly string[]
  readonly moves: readonly Move[]
}

/** An additional fold, for tests that count effects. */
export type ExtraFold = (tx: pg.PoolClient, batch: BatchToApply) => Promise<void>

/** The same for a bulk build, which does not keep the folded events. */
export type ExtraBuildFold = (tx: pg.PoolClient, batch: Pick<BatchToApply, 'moves'>) => Promise<void>

export interface ApplyOptions {
  readonly database: Database
  readonly generation: Generation
  readonly moveCheckpoints: MoveCheckpoints
  readonly recordedAt: RecordedAt
  readonly extraFold?: ExtraFold | undefined
}

/**
 * Folds one batch atomically, in its own transaction or in the given one: all read models, parked events and checkpoints.
 * The commit is asynchronous: after a power failure tables and checkpoints are equally old, and the rest is folded again
 * from the ledger.
 */
export async function applyBatch(
  options: ApplyOptions,
  batch: BatchToApply,
  within?: pg.PoolClient,
): Promise<Changes> {
  const { database, generation } = options
  const facts = batchOf(batch.events)
  const apply = async (tx: pg.PoolClient) => {
    await options.moveCheckpoints(tx, generation.id, batch.moves)
    if (batch.parkedKeys.length > 0) await checkParkedKeys(tx, generation.id, batch.parkedKeys)
    const changes = await fold({ ...generation, tx, recordedAt: options.recordedAt }, facts)
    if (batch.parked.length > 0) await park(tx, generation.id, batch.parked)
    await options.extraFold?.(tx, batch)
    return changes
  }
  return within ? apply(within) : database.transaction(apply, { durable: false, plansOnce: true })
}
