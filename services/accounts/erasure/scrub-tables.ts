import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import { playerDataInventory } from './player-data-inventory.ts'

/**
 * Larger tables, bytes, are vacuumed without rewriting them: rewriting holds up everybody who reads the table. What was
 * deleted from their pages stays there until new rows overwrite it.
 */
const mostRewritten = 256 * 1024 * 1024

/** How long a rewrite waits for the lock of its table, and others behind it, ms. */
const lockTimeout = 2_000

const personalTables = [
  ...new Set(
    playerDataInventory
      .filter(({ table, fate }) => table.startsWith('accounts.') && fate !== 'stays')
      .map(({ table }) => table),
  ),
]

/**
 * Removes what deleted rows of accounts have left on the disk: rewrites the tables, has all of it written out, and
 * overwrites the log of Postgres. Without the rights for a step, as in a Postgres of one's own, the step is left out
 * with a line in the log. Idempotent.
 */
export async function scrubTables({ pool }: Pick<Database, 'pool'>, log: Log): Promise<void> {
  const client = await pool.connect()
  const onNotice = ({
    severity,
    message,
  }: {
    severity?: string | undefined
    message?: string | undefined
  }) => {
    if (severity === 'WARNING') log.warn(`after an erasure: ${message}`)
  }
  client.on('notice', onNotice)
  let broken: Error | undefined
  try {
    await client.query(`SET lock_timeout = ${lockTimeout}`)
    for (const { name, bytes } of await sizesOf(client))
      await client.query(bytes <= mostRewritten ? `VACUUM (FULL) ${name}` : `VACUUM ${name}`)
    await client.query('CHECKPOINT')
    await overwriteLog(client)
  } catch (error) {
    if (!isMissingRight(error)) {
      broken = error instanceof Error ? error : new Error(String(error))
      throw error
    }
    log.warn(`after an erasure: ${error.message}`)
  } finally {
    client.off('notice', onNotice)
    await client.query('RESET lock_timeout').catch(() => {})
    client.release(broken)
  }
}

/**
 * A checkpoint recycles the files of the log of Postgres before the current one: it renames them, and they keep what
 * they held until they are written again. So the current file is left first; after the next checkpoint, which recycles
 * it, all files that are there are written once. They are few where little was written of late (`min_wal_size`), and 2
 * GiB at most (`max_wal_size`).
 */
async function overwriteLog(client: pg.PoolClient): Promise<void> {
  await writeLogPast(client, 'SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS name')
  await client.query('CHECKPOINT')
  await writeLogPast(client, 'SELECT max(name) AS name FROM pg_ls_waldir()')
  await client.query('CHECKPOINT')
}

/** Writes spaces to the log of Postgres until it is past the file that the query names. */
async function writeLogPast(client: pg.PoolClient, query: string): Promise<void> {
  const [{ name }] = z.tuple([z.object({ name: z.string() })]).parse((await client.query(query)).rows)
  for (;;) {
    const { rows } = await client.query(
      `SELECT pg_logical_emit_message(false, 'erasure', repeat(' ', 4194304)),
         pg_walfile_name(pg_current_wal_insert_lsn()) > $1 AS done`,
      [name],
    )
    if (z.tuple([z.object({ done: z.boolean() })]).parse(rows)[0].done) return
  }
}

async function sizesOf(client: pg.PoolClient) {
  const { rows } = await client.query(
    'SELECT name, pg_table_size(name::regclass) AS bytes FROM unnest($1::text[]) AS name',
    [personalTables],
  )
  return z.array(z.object({ name: z.string(), bytes: z.number() })).parse(rows)
}

function isMissingRight(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === '42501'
}
