import { type QueryExecutorProvider, sql } from 'kysely'
import { accountsDatabase } from '../../accounts/tables.ts'
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

/** Records in the audit log who moved the system, in the transaction of the change. */
export type RecordMove = (db: QueryExecutorProvider) => Promise<void>

/** From now on servers may start on the new system. */
export async function admitServers(
  { owner, migrate }: Pick<Target, 'owner' | 'migrate'>,
  record: RecordMove,
): Promise<void> {
  await migrate()
  await accountsDatabase(owner)
    .transaction()
    .execute(async (trx) => {
      await sql`delete from public.stepledger_move where state = 'arriving'`.execute(trx)
      await record(trx)
    })
}

/** Lets a system that has moved go on. Returns where it had moved to, or null if it had not. */
export async function undoMove(
  owner: Database,
  record: (db: QueryExecutorProvider, place: string) => Promise<void>,
): Promise<string | null> {
  const state = await readMoveState(owner.pool)
  if (state?.state !== 'moved') return null
  await accountsDatabase(owner)
    .transaction()
    .execute(async (trx) => {
      // First, because writes are refused while the mark is there.
      await sql`delete from public.stepledger_move where state = 'moved'`.execute(trx)
      await record(trx, state.place)
    })
  await removeTriggers(owner)
  return state.place
}
