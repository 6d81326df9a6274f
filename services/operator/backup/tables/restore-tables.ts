import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrations } from '../../../migrate-all.ts'
import { applySteps } from '../../../platform/database/migrate.ts'
import { tableExists } from '../../../platform/database/table-exists.ts'
import { CommandFailedError } from '../../exit-codes.ts'
import type { ProgressOutput } from '../../output.ts'
import { contentOf, type FileStore } from '../files/file-store.ts'
import type { CopiedSequence, CopiedTable, CopiedTables } from '../manifest.ts'
import { backedUpSchemas, quoted } from './list-tables.ts'

/**
 * Ids skipped for each day, or part of one, since the backup. The lost system issued ids after the backup, which links
 * contain; they must not be issued again. 100,000 plays a day are more than one a second.
 */
const skippedPerDay = { plays: 100_000, others: 1_000 }
const dayMs = 24 * 3600 * 1000

const ledgerName = 'ledger'

/** Throws CommandFailedError if the backup has a migration that is unknown to this release. */
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

/** The rows of a table in the text format of COPY. */
export interface TableRows {
  /** With schema. */
  readonly name: string
  readonly columns: readonly string[]
  rows(): AsyncIterable<Uint8Array>
  /** Number of rows, known once they are read. */
  count(): number
}

interface TablesToRestore extends Pick<CopiedTables, 'migrations' | 'sequences'> {
  /** Parents before the tables that refer to them. */
  readonly tables: readonly TableRows[]
}

interface TableRestoreOptions {
  /** Days of which the ids are skipped; see skippedPerDay. */
  readonly skippedDays: number
  /** Whether the generations of the database stay, and their checkpoints. */
  readonly keepGenerations?: boolean
  readonly doing: 'Restoring' | 'Copying'
  readonly output: ProgressOutput
}

export function tablesOf({ tables, ...others }: CopiedTables, files: FileStore): TablesToRestore {
  async function* unzipped({ chunks }: CopiedTable) {
    for (const chunk of chunks) yield await promisify(gunzip)(await contentOf(files, chunk))
  }
  return {
    ...others,
    tables: tables.map((table) => ({ ...table, rows: () => unzipped(table), count: () => table.rows })),
  }
}

/** Days for which a system can have issued ids since `ageMs` ago. */
export function daysSince(ageMs: number): number {
  return Math.floor(Math.max(0, ageMs) / dayMs) + 1
}

/**
 * Creates the tables as they were, fills them, and migrates them to this release. `tx` is a transaction of the owner of
 * a database without other data. Returns the number of rows.
 */
export async function restoreTables(
  tx: pg.PoolClient,
  { migrations: applied, tables, sequences }: TablesToRestore,
  { skippedDays, keepGenerations = false, doing, output }: TableRestoreOptions,
): Promise<number> {
  await tx.query(`set local client_min_messages = warning`)
  const created = Object.entries(migrations).filter(([name]) => !(keepGenerations && name === 'generations'))
  for (const schema of backedUpSchemas)
    if (!(keepGenerations && schema === 'projector'))
      await tx.query(`drop schema if exists ${schema} cascade`)
  await forgetMigrations(
    tx,
    created.map(([name]) => name),
  )
  for (const [name, steps] of created) await applySteps(tx, name, steps.slice(0, applied[name]?.length ?? 0))
  let count = 0
  for (const [nth, table] of tables.entries()) {
    if (keepGenerations && table.name === 'projector.generations') continue
    output.signal.throwIfAborted()
    output.progress({ what: `${doing} ${table.name}`, done: nth, of: tables.length, unit: 'tables' })
    count += await restoreTable(tx, table)
  }
  for (const sequence of sequences) await continueSequence(tx, sequence, skippedDays)
  for (const [name, steps] of created) await applySteps(tx, name, steps)
  return count
}

async function forgetMigrations(tx: pg.PoolClient, names: readonly string[]): Promise<void> {
  if (await tableExists(tx, 'public.stepledger_migrations'))
    await tx.query('delete from public.stepledger_migrations where name = any ($1)', [names])
}

async function restoreTable(tx: pg.PoolClient, { name, columns, rows, count }: TableRows): Promise<number> {
  // Rows that migrations insert, or triggers of tables before.
  await tx.query(`delete from ${quoted(name)}`)
  const list = columns.map((column) => quoted(column)).join(', ')
  const copying = tx.query(copyFrom(`copy ${quoted(name)} (${list}) from stdin`))
  await pipeline(Readable.from(rows()), copying)
  if (copying.rowCount !== count())
    throw new Error(`${name}: ${copying.rowCount} rows were restored instead of ${count()}`)
  return count()
}

async function continueSequence(
  tx: pg.PoolClient,
  { name, last, isCalled }: CopiedSequence,
  skippedDays: number,
): Promise<void> {
  const skipped = skippedDays * (name === 'ingest.play_ids' ? skippedPerDay.plays : skippedPerDay.others)
  const issued = (isCalled ? last : 0) + skipped
  await tx.query('select setval($1::regclass, greatest($2::bigint, 1), $2::bigint > 0)', [
    quoted(name),
    issued,
  ])
}

/**
 * Marks all generations as dropped in tables that were copied without read models. The projector makes a new generation,
 * with the rules of the one that was live.
 */
export async function withoutGenerations(tx: pg.PoolClient, liveGeneration: number | null): Promise<void> {
  await tx.query(
    `
    update projector.generations set dropped_at = coalesce(dropped_at, now()),
      left_at = case when id = $1 then now() else left_at end`,
    [liveGeneration],
  )
}
