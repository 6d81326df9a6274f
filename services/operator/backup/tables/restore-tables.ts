import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrations } from '../../../migrate-all.ts'
import { applySteps } from '../../../platform/database/migrate.ts'
import { CommandFailedError } from '../../exit-codes.ts'
import { contentOf, type FileStore } from '../files/file-store.ts'
import type { CopiedSequence, CopiedTable, CopiedTables } from '../manifest.ts'
import { backedUpSchemas, quoted } from './list-tables.ts'

/**
 * Ids skipped for each day, or part of one, since the backup. A lost system went on issuing ids, which players and links
 * still name; they must not name anything else. 100,000 plays a day are more than one a second.
 */
const skippedPerDay = { plays: 100_000, others: 1_000 }
const dayMs = 24 * 3600 * 1000

const ledgerName = 'ledger'

/** Throws CommandFailedError if the backup has a migration that this release does not know. */
export function refuseNewerBackup({ migrations: applied }: CopiedTables): void {
  const known = new Map<string, readonly { readonly id: string }[]>(Object.entries(migrations))
  for (const [name, ids] of Object.entries(applied)) {
    if (name === ledgerName) continue
    const steps = known.get(name) ?? []
    for (const [nth, id] of ids.entries())
      if (steps[nth]?.id !== id)
        throw new CommandFailedError(
          `The backup is of a newer release: its tables of ${name} have had the step "${id}". Restore it with that release.`,
        )
  }
}

export interface TableRestoreOptions {
  readonly files: FileStore
  /** Time since the backup, ms. */
  readonly ageMs: number
  readonly onTable: (name: string, nth: number, of: number) => void
  readonly signal: AbortSignal
}

/**
 * Creates the tables as they were in the backup, fills them, and migrates them to this release. `tx` is a transaction of
 * the owner of a database without data.
 */
export async function restoreTables(
  tx: pg.PoolClient,
  { migrations: applied, tables, sequences }: CopiedTables,
  { files, ageMs, onTable, signal }: TableRestoreOptions,
): Promise<void> {
  await tx.query(`set local client_min_messages = warning`)
  for (const schema of backedUpSchemas) await tx.query(`drop schema if exists ${schema} cascade`)
  await forgetMigrations(tx, Object.keys(migrations))
  for (const [name, steps] of Object.entries(migrations))
    await applySteps(tx, name, steps.slice(0, applied[name]?.length ?? 0))
  for (const [nth, table] of tables.entries()) {
    signal.throwIfAborted()
    onTable(table.name, nth, tables.length)
    await restoreTable(tx, table, files)
  }
  for (const sequence of sequences) await continueSequence(tx, sequence, ageMs)
  for (const [name, steps] of Object.entries(migrations)) await applySteps(tx, name, steps)
}

async function forgetMigrations(tx: pg.PoolClient, names: readonly string[]): Promise<void> {
  const { rowCount } = await tx.query("select where to_regclass('public.stepledger_migrations') is not null")
  if (rowCount === 1)
    await tx.query('delete from public.stepledger_migrations where name = any ($1)', [names])
}

async function restoreTable(
  tx: pg.PoolClient,
  { name, columns, rows, chunks }: CopiedTable,
  files: FileStore,
): Promise<void> {
  // Rows that migrations insert, or triggers of tables before.
  await tx.query(`delete from ${quoted(name)}`)
  const list = columns.map((column) => quoted(column)).join(', ')
  const copying = tx.query(copyFrom(`copy ${quoted(name)} (${list}) from stdin`))
  async function* lines() {
    for (const chunk of chunks) yield await promisify(gunzip)(await contentOf(files, chunk))
  }
  await pipeline(Readable.from(lines()), copying)
  if (copying.rowCount !== rows)
    throw new Error(`${name}: ${copying.rowCount} rows were restored instead of ${rows}`)
}

async function continueSequence(
  tx: pg.PoolClient,
  { name, last, isCalled }: CopiedSequence,
  ageMs: number,
): Promise<void> {
  const days = Math.floor(Math.max(0, ageMs) / dayMs) + 1
  const skipped = days * (name === 'ingest.play_ids' ? skippedPerDay.plays : skippedPerDay.others)
  await tx.query('select setval($1::regclass, $2::bigint, true)', [
    quoted(name),
    (isCalled ? last : 0) + skipped,
  ])
}
