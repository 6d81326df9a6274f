import { schemaOf } from '@stepledger/projections/generations/live-generation.ts'
import type { Database } from '../../platform/database/database.ts'
import { lockGenerations } from './create-generation.ts'

/**
 * Drops the tables of a generation, unless it is live, next or a preview. Returns whether they were dropped. Fails when a reader
 * holds a lock for longer than a few seconds.
 */
export async function dropGeneration(database: Database, id: number): Promise<boolean> {
  return database.transaction(async (tx) => {
    await lockGenerations(tx)
    const { rowCount } = await tx.query(
      `update projector.generations set dropped_at = now() where id = $1 and dropped_at is null
         and not exists (select from projector.live where generation = $1)
         and not exists (select from projector.next where generation = $1)
         and not exists (select from projector.preview where generation = $1)`,
      [id],
    )
    if (rowCount === 0) return false
    await tx.query("set local lock_timeout = '5s'; set local client_min_messages = warning")
    // Deletes the checkpoints first: a running fold holds locks on them, and is fenced afterwards.
    await tx.query('delete from projector.checkpoints where generation = $1', [id])
    await tx.query('delete from projector.parked where generation = $1', [id])
    await tx.query(`drop schema if exists ${schemaOf(id)} cascade`)
    return true
  })
}
