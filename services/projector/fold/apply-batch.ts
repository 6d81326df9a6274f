import type { Batch, FoldEvent } from '@stepledger/projections/batch.ts'
import { fold } from '@stepledger/projections/fold.ts'
import type { Generation, RecordedAt } from '@stepledger/projections/generation.ts'
import type { Changes } from '@stepledger/projections/read-model.ts'
import type pg from 'pg'
import type { Database } from '../../platform/database/database.ts'
import type { Move, MoveCheckpoints } from './fence.ts'
import { checkParkedKeys, type Parked, park } from './parking.ts'

export interface BatchToApply {
  readonly events: readonly FoldEvent[]
  /** The same, sorted. */
  readonly facts: Batch
  /** Events of this batch that can't be folded, each with its reason. */
  readonly parked: readonly Parked[]
  /** Keys that were parked before, behind which some of them wait. */
  readonly heldKeys: readonly string[]
  readonly moves: readonly Move[]
}

/** A fold beside the read models: for tests that count effects. */
export type ExtraFold = (tx: pg.PoolClient, batch: BatchToApply) => Promise<void>

/** The same beside a build, which does not say what it has folded. */
export type ExtraBuildFold = (tx: pg.PoolClient, batch: Pick<BatchToApply, 'moves'>) => Promise<void>

export interface ApplyOptions {
  readonly database: Database
  readonly generation: Generation
  readonly moveCheckpoints: MoveCheckpoints
  readonly recordedAt: RecordedAt
  readonly extraFold?: ExtraFold
}

/**
 * Folds one batch in one transaction, its own unless it is given one: all read models, what must be parked, and the
 * checkpoint. Either all of it is there afterwards or nothing. It is not waited for the disk: after a power cut the
 * checkpoint is as old as the tables, and the ledger gives the rest again.
 */
export async function applyBatch(
  options: ApplyOptions,
  batch: BatchToApply,
  within?: pg.PoolClient,
): Promise<Changes> {
  const { database, generation } = options
  const apply = async (tx: pg.PoolClient) => {
    await options.moveCheckpoints(tx, generation.id, batch.moves)
    if (batch.heldKeys.length > 0) await checkParkedKeys(tx, generation.id, batch.heldKeys)
    const changes = await fold({ ...generation, tx, recordedAt: options.recordedAt }, batch.facts)
    if (batch.parked.length > 0) await park(tx, generation.id, batch.parked)
    await options.extraFold?.(tx, batch)
    return changes
  }
  return within ? apply(within) : database.transaction(apply, { durable: false, byIndexes: true })
}
