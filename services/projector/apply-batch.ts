import { batchOf, type Placed } from '@stepledger/projections/batch.ts'
import { type Folded, fold } from '@stepledger/projections/fold.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import type { Scorer } from '@stepledger/projections/scoring/interpreter.ts'
import { playToScore } from '@stepledger/projections/scoring/score-event.ts'
import type pg from 'pg'
import type { Database } from '../platform/database/database.ts'
import type { Move, MoveCheckpoints } from './fence.ts'
import { checkHeld, type Parked, park } from './parking.ts'

export interface BatchToApply {
  readonly events: readonly Placed[]
  /** Events of this stretch that can't be folded, each with its reason. */
  readonly parked: readonly Parked[]
  /** Keys that were parked before, behind which some of them wait. */
  readonly heldKeys: readonly string[]
  readonly moves: readonly Move[]
}

/** A fold beside the read models: for tests that count effects. */
export type ExtraFold = (tx: pg.PoolClient, batch: BatchToApply) => Promise<void>

export interface ApplyOptions {
  readonly database: Database
  readonly generation: Generation
  readonly scorer: Scorer
  readonly moveCheckpoints: MoveCheckpoints
  readonly extraFold?: ExtraFold
}

/**
 * Folds one batch in one transaction, its own unless it is given one: all read models, what must be parked, and the checkpoint. Either all
 * of it is there afterwards or nothing. It is not waited for the disk: after a power cut the checkpoint is as old as the tables, and the
 * ledger gives the rest again.
 */
export async function applyBatch(
  options: ApplyOptions,
  batch: BatchToApply,
  within?: pg.PoolClient,
): Promise<Folded> {
  const { database, generation, scorer } = options
  const facts = batchOf(batch.events, (play) => scorer.score(playToScore(play.data, null)))
  const apply = async (tx: pg.PoolClient) => {
    await options.moveCheckpoints(tx, generation.id, batch.moves)
    if (batch.heldKeys.length > 0) await checkHeld(tx, generation.id, batch.heldKeys)
    const folded = await fold(tx, generation.schema, generation.rules, facts)
    if (batch.parked.length > 0) await park(tx, generation.id, batch.parked)
    await options.extraFold?.(tx, batch)
    return folded
  }
  return within ? apply(within) : database.transaction(apply, { durable: false })
}
