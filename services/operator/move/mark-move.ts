import type { Database } from '../../platform/database/database.ts'
import { createMoveTable, readMoveState } from '../../platform/move/move-state.ts'
import { refuseUsedDatabase } from '../backup/tables/refuse-used-database.ts'
import type { Target } from './open-target.ts'
import { removeTriggers } from './stop-writers.ts'

/** Names of the old and the new system, without passwords. */
export interface MoveNames {
  readonly from: string
  readonly to: string
  readonly ledgerId: string
}

/**
 * Marks an empty database as the target, so that no server starts on it until everything is copied, unless an
 * earlier run has done so. Throws CommandFailedError.
 */
export async function claimTarget(owner: Database, { from, to, ledgerId }: MoveNames): Promise<void> {
  await owner.transaction(async (tx) => {
    const state = await readMoveState(tx)
    if (state?.state === 'arriving' && state.ledgerId === ledgerId) return
    await refuseUsedDatabase(tx, to)
    await tx.query(createMoveTable)
    await tx.query(
      "insert into public.stepledger_move (state, ledger_id, place) values ('arriving', $1, $2)",
      [ledgerId, from],
    )
  })
}

/** From now on servers may start on the new system. Idempotent. */
export async function admitServers({ owner, migrate }: Pick<Target, 'owner' | 'migrate'>): Promise<void> {
  await migrate()
  await owner.pool.query("delete from public.stepledger_move where state = 'arriving'")
}

/** Lets a system that has moved go on. Returns where it had moved to, or null if it had not. */
export async function undoMove(owner: Database): Promise<string | null> {
  const state = await readMoveState(owner.pool)
  if (state?.state !== 'moved') return null
  await owner.pool.query("delete from public.stepledger_move where state = 'moved'")
  await removeTriggers(owner)
  return state.place
}
