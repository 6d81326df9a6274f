import { asError } from '@stepledger/contracts/error-message.ts'
import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log/log.ts'
import { playerDataInventory } from './player-data-inventory.ts'

/**
 * Tables above this size, bytes, are vacuumed without a rewrite, as a rewrite blocks reads. Their deleted rows stay on
 * disk until new rows overwrite them.
 */
const maxRewriteBytes = 256 * 1024 * 1024

/** How long a rewrite, and queries queued behind it, wait for the table lock, ms. */
const lockTimeout = 2_000

const personalTables = [
  ...new Set(
    playerDataInventory
      .filter(({ table, fate }) => table.startsWith('accounts.') && fate !== 'stays')
      .map(({ table }) => table),
  ),
]

/**
 * Removes the remains of deleted accounts from the disk: rewrites the tables, checkpoints, and overwrites the WAL. A step
 * without sufficient privileges, as in an external Postgres, is skipped with a warning. Idempotent.
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
      await client.query(bytes <= maxRewriteBytes ? `VACUUM (FULL) ${name}` : `VACUUM ${name}`)
    await client.query('CHECKPOINT')
    await overwriteWal(client)
  } catch (error) {
    if (!isInsufficientPrivilege(error)) {
      broken = asError(error)
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
 * A checkpoint recycles WAL segments by renaming them: they keep their content until they are overwritten. So this fills
 * the current segment, lets a checkpoint recycle it, then fills all existing segments once. They take `min_wal_size` on a
 * quiet system and 1 GiB at most (`max_wal_size`).
 */
async function overwriteWal(client: pg.PoolClient): Promise<void> {
  await fillWalPast(client, 'SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS name')
  await client.query('CHECKPOINT')
  await fillWalPast(client, 'SELECT max(name) AS name FROM pg_ls_waldir()')
  await client.query('CHECKPOINT')
}

/** Writes spaces to the WAL until it is past the segment that the query returns. */
async function fillWalPast(client: pg.PoolClient, query: string): Promise<void> {
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

function isInsufficientPrivilege(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === '42501'
}

/** Scrubs the disk, then deletes the rows of completed erasures. Idempotent: the rows remain if it is interrupted. */
export async function endErasures(
  database: Pick<Database, 'pool'>,
  log: Log,
  playerIds: readonly string[],
): Promise<void> {
  if (playerIds.length === 0) return
  await scrubTables(database, log)
  await database.pool.query(
    'DELETE FROM accounts.erasures WHERE player_id = ANY ($1::uuid[]) AND gone_at IS NOT NULL',
    [playerIds],
  )
}
