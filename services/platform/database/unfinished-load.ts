import type pg from 'pg'
import { z } from 'zod'
import { tableExists } from './table-exists.ts'

/**
 * The table exists while `ledger load` fills the database. Only that command creates it, as the owner of the database, so
 * a migration of another release does not change it.
 */
export const createLoadMark = `
  create table public.stepledger_load (ledger_id uuid not null);
  grant select on public.stepledger_load to public`

type Connection = Pick<pg.ClientBase, 'query'>

const markRow = z.tuple([z.object({ ledgerId: z.uuid() })])

/** The ledger that is being loaded; null in nearly all systems. */
export async function loadingLedger(connection: Connection): Promise<string | null> {
  if (!(await tableExists(connection, 'public.stepledger_load'))) return null
  const { rows } = await connection.query('select ledger_id as "ledgerId" from public.stepledger_load')
  return markRow.parse(rows)[0].ledgerId
}

/** Throws an Error with a message for the operator if no server may start on this database. */
export async function refuseUnfinishedLoad(connection: Connection): Promise<void> {
  if ((await loadingLedger(connection)) !== null)
    throw new Error('A dump was not completely loaded into this database: run the same `ledger load` again')
}
