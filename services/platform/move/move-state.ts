import type pg from 'pg'
import { z } from 'zod'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { tableExists } from '../database/table-exists.ts'

/**
 * The table in which `ledger move` records that a system has moved, or is arriving. Only that command creates it, as the
 * owner of the database, so a migration of another release does not change it.
 */
export const createMoveTable = `
  create table if not exists public.stepledger_move (
    one boolean primary key default true check (one),
    -- arriving: the copy into this database is not complete. moved: another system continues its ledger.
    state text not null check (state in ('arriving', 'moved')),
    ledger_id uuid not null,
    -- Where it comes from, or where it has moved to. Without passwords.
    place text not null,
    at timestamptz not null default now()
  );
  grant select on public.stepledger_move to public`

type Connection = Pick<pg.ClientBase, 'query'>

const moveState = z.object({
  state: z.enum(['arriving', 'moved']),
  ledgerId: z.uuid(),
  place: z.string(),
  at: z.date(),
})
type MoveState = z.infer<typeof moveState>

/** Returns null for a system that is not moving: nearly always. */
export async function readMoveState(connection: Connection): Promise<MoveState | null> {
  if (!(await tableExists(connection, 'public.stepledger_move'))) return null
  const { rows } = await connection.query({
    text: 'select state, ledger_id as "ledgerId", place, at from public.stepledger_move',
  })
  return z.array(moveState).parse(rows)[0] ?? null
}

/** Throws an Error with a message for the operator if no server may start on this database. */
export async function refuseMovedSystem(connection: Connection): Promise<void> {
  const found = await readMoveState(connection)
  if (found) throw new Error(messageOf(found))
}

/** Says what the operator can do. */
export function messageOf({ state, place, at }: MoveState): string {
  return state === 'arriving'
    ? `The move from ${place} is not complete: run the same "ledger move" again, then start the server`
    : `This system moved to ${place} on ${at.toISOString()}: start the server there. "ledger move --undo" continues it here, without what happened there since`
}

const lockRow = z.tuple([z.object({ free: z.boolean() })])

/**
 * Whether the system may be written to: false while `ledger move` has stopped the writers, and after it. The command
 * holds the lock until the state is committed, so the lock is read before the state.
 */
export async function isWritable(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query({
    text: 'select pg_try_advisory_xact_lock_shared($1, $2) as free',
    values: [...advisoryLocks.writes],
  })
  return lockRow.parse(rows)[0].free && (await readMoveState(connection)) === null
}
