import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { tableExists } from '../../../platform/database/table-exists.ts'
import { CommandFailedError } from '../../exit-codes.ts'
import { counted } from '../../format-text.ts'

/** Tables with rows in any system that was used, and what their rows are, in the words of the other commands. */
const usedTables: readonly { table: string; where?: string; one: string; many: string }[] = [
  { table: 'ledger.events', where: "topic = 'events'", one: 'event', many: 'events' },
  {
    table: 'ledger.events',
    where: "topic = 'rules'",
    one: 'event of the topic rules',
    many: 'events of the topic rules',
  },
  { table: 'accounts.players', one: 'account', many: 'accounts' },
  { table: 'ingest.claims', one: 'claim of a play', many: 'claims of plays' },
  { table: 'catalogue.uploads', one: 'upload of a pack', many: 'uploads of packs' },
  { table: 'projector.generations', one: 'generation', many: 'generations' },
]

const countRow = z.tuple([z.object({ rows: z.int() })])

/** Checks that the database has no data. Throws CommandFailedError. */
export async function refuseUsedDatabase(tx: pg.PoolClient, databaseName: string): Promise<void> {
  const found: string[] = []
  for (const { table, where = 'true', one, many } of usedTables) {
    if (!(await tableExists(tx, table))) continue
    const result = await tx.query(`select count(*)::int as rows from ${table} where ${where}`)
    const [{ rows }] = countRow.parse(result.rows)
    if (rows > 0) found.push(counted(rows, one, many))
  }
  if (found.length > 0)
    throw new CommandFailedError(
      `${databaseName} is not empty: it has ${found.join(', ')}. Name a new database, or a new DATA_DIR.`,
    )
}

const sessionRow = z.tuple([z.object({ sessions: z.int() })])

/** How long connections that were just closed may take to end, ms. */
const endingMs = 5_000
const pollMs = 100

/** Refuses a database with other connections: a running server has cached its contents. Throws CommandFailedError. */
export async function refuseSessions(tx: pg.PoolClient, databaseName: string): Promise<void> {
  const deadline = performance.now() + endingMs
  let sessions = await otherSessions(tx)
  while (sessions > 0 && performance.now() < deadline) {
    await sleep(pollMs)
    sessions = await otherSessions(tx)
  }
  if (sessions > 0)
    throw new CommandFailedError(
      `${databaseName} has ${sessions} other connection${sessions === 1 ? '' : 's'}: stop all servers first`,
    )
}

async function otherSessions(tx: pg.PoolClient): Promise<number> {
  // A transaction would see the same sessions again.
  await tx.query('select pg_stat_clear_snapshot()')
  const { rows } = await tx.query(`
    select count(*)::int as sessions from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usename is not null`)
  return sessionRow.parse(rows)[0].sessions
}
