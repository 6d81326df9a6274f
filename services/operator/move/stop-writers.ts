import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type pg from 'pg'
import { z } from 'zod'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/database.ts'
import { readMoveState } from '../../platform/move/move-state.ts'
import { writeLeaseMs } from '../../platform/move/stoppable-ledger.ts'
import { listTables } from '../backup/tables/list-tables.ts'
import { CommandFailedError } from '../exit-codes.ts'

const trigger = 'stepledger_refuse_writes'
const [lockClass, lockObject] = advisoryLocks.writes

/** Written while pages are read, and not worth stopping: when a projector last reached its ledger. */
const writtenByReaders = ['projector.ledger_answered']

/**
 * Refuses a statement while this command holds the lock, and after the move; if the command dies, its connection ends,
 * and writers go on. The lock first: the command commits the state before it releases the lock.
 */
const createFunction = `
  create or replace function public.${trigger}() returns trigger
  language plpgsql security definer set search_path = pg_catalog as $$
  declare
    free boolean := pg_try_advisory_xact_lock_shared(${lockClass}, ${lockObject});
    to_place text;
  begin
    select place into to_place from public.stepledger_move where state = 'moved';
    if found then
      raise exception 'this system moved to %', to_place using errcode = 'read_only_sql_transaction';
    end if;
    if not free then
      raise exception 'this system is moving, and read-only until it has moved' using errcode = 'read_only_sql_transaction';
    end if;
    return null;
  end $$`

/** Maximum wait for the transactions that write to a table, ms. */
const lockTimeoutMs = 5_000
const attempts = 5

export interface StoppedWriters {
  readonly signal: AbortSignal
  /** Commits a statement if the writers were stopped all the time. Throws if the connection was lost meanwhile. */
  commit(query: pg.QueryConfig): Promise<void>
}

/**
 * Stops all writers of the tables of record and of the ledger, runs `work`, and lets them go on unless it has committed
 * that the system has moved. Pages are read meanwhile, and folded. `owner` owns the tables. `ledgerInDatabase`: whether
 * the ledger is in this database; otherwise waits until the leases of its appenders have expired.
 */
export async function withStoppedWriters<T>(
  owner: Database,
  { signal, ledgerInDatabase }: { readonly signal: AbortSignal; readonly ledgerInDatabase: boolean },
  work: (stopped: StoppedWriters) => Promise<T>,
): Promise<T> {
  const client = await owner.connect('stepledger move')
  const lost = new AbortController()
  client.once('end', () => lost.abort(new Error('the connection to the database was lost: writers go on')))
  const either = AbortSignal.any([signal, lost.signal])
  try {
    await client.query({ text: `set lock_timeout = ${lockTimeoutMs}` })
    await client.query({ text: 'select pg_advisory_lock($1, $2)', values: [lockClass, lockObject] })
    await addTriggers(owner, either)
    if (!ledgerInDatabase) await sleep(writeLeaseMs + 1_000, undefined, { signal: either })
    return await work({ signal: either, commit: async (query) => void (await client.query(query)) })
  } finally {
    await client.end().catch(() => {})
    await removeTriggersUnlessMoved(owner).catch(() => {})
  }
}

/**
 * One table at a time, so that this cannot deadlock with a writer. The lock of each waits for the transactions that
 * have written to the table, and later ones are refused.
 */
async function addTriggers(owner: Database, signal: AbortSignal): Promise<void> {
  await owner.pool.query(createFunction)
  const { rows } = await owner.pool.query(
    "select 'ledger.events' as name where to_regclass('ledger.events') is not null",
  )
  const tables = [...(await listTables(owner.pool)), ...tableNames.parse(rows)].filter(
    ({ name }) => !writtenByReaders.includes(name),
  )
  for (const { name } of tables)
    await lockingTable(
      owner,
      name,
      `create or replace trigger ${trigger} before insert or update or delete or truncate on ${name}
       for each statement execute function public.${trigger}()`,
      signal,
    )
}

const tableNames = z.array(z.object({ name: z.string() }))

/** Triggers that stay allow writes, and the next run removes them. */
async function removeTriggersUnlessMoved(owner: Database): Promise<void> {
  if ((await readMoveState(owner.pool)) === null) await removeTriggers(owner)
}

/** Removes the triggers that refuse writes. Idempotent. */
export async function removeTriggers(owner: Database): Promise<void> {
  const { rows } = await owner.pool.query(
    'select tgrelid::regclass::text as name from pg_trigger where tgname = $1',
    [trigger],
  )
  const signal = new AbortController().signal
  for (const { name } of tableNames.parse(rows))
    await lockingTable(owner, name, `drop trigger if exists ${trigger} on ${name}`, signal)
  await owner.pool.query(`drop function if exists public.${trigger}()`)
}

async function lockingTable(owner: Database, name: string, sql: string, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    try {
      return await owner.transaction(async (tx) => {
        await tx.query(`set local lock_timeout = ${lockTimeoutMs}`)
        await tx.query(sql)
      })
    } catch (error) {
      if (attempt < attempts && isLockTimeout(error)) continue
      throw new CommandFailedError(`${name} could not be locked: ${errorMessage(error)}`, { cause: error })
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}
