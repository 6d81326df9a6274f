import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { migrations } from '../../migrate-all.ts'
import { applySteps } from '../../platform/database/migrate.ts'
import { tableExists } from '../../platform/database/table-exists.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { ProgressOutput } from '../output.ts'
import {
  type DumpedSequence,
  type DumpedTable,
  pathOfTable,
  type Snapshot,
  verified,
  writeHashed,
} from './dump-folder.ts'

const schemas = ['accounts', 'ingest', 'catalogue', 'competitions', 'projector', 'analysis']

/**
 * Tables in these schemas that follow from the ledger, or say something of this system only. All others are dumped, so
 * that a new one is never forgotten.
 */
const derivedTables = [
  'projector.generations',
  'projector.live',
  'projector.next',
  'projector.preview',
  'projector.checkpoints',
  'projector.parked',
  'projector.board_mirrors',
  'projector.ledger_answered',
  'projector.operator_runs',
  'ingest.refusals',
]

/** Tables that name positions. In another number of partitions they are found again in the ledger, which takes longer. */
const positionTables = ['ingest.claims', 'ingest.checked_offsets', 'catalogue.checked_offsets']

interface ListedTable {
  /** With schema. */
  readonly name: string
  /** Without generated ones. */
  readonly columns: string[]
}

const tableRows = z.array(
  z.object({ name: z.string(), columns: z.array(z.string()), parents: z.array(z.string()) }),
)

/** Lists the tables to dump; those that others refer to come first. */
export async function listTables(connection: Queryable): Promise<ListedTable[]> {
  const { rows } = await connection.query({
    text: `
      select n.nspname || '.' || c.relname as name,
        array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
        array(select distinct pn.nspname || '.' || p.relname from pg_constraint f
          join pg_class p on p.oid = f.confrelid join pg_namespace pn on pn.oid = p.relnamespace
          where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any ($1::text[])
      order by 1`,
    values: [schemas],
  })
  let left = tableRows.parse(rows).filter(({ name }) => !derivedTables.includes(name))
  const ordered: ListedTable[] = []
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name))
    const next = left.filter(({ parents }) => !parents.some((parent) => waiting.has(parent)))
    if (next.length === 0) throw new Error('tables refer to each other in a circle')
    ordered.push(...next.map(({ name, columns }) => ({ name, columns })))
    left = left.filter((table) => !next.includes(table))
  }
  return ordered
}

/** Writes all tables to files of the snapshot. `client` is in a transaction whose snapshot they are read in. */
export async function dumpTables(
  client: pg.ClientBase,
  folder: string,
  snapshot: Pick<Snapshot, 'folder'>,
  { progress, signal }: ProgressOutput,
): Promise<Pick<Snapshot, 'migrations' | 'tables' | 'sequences'>> {
  const applied = await readMigrations(client)
  const listed = await listTables(client)
  const tables: DumpedTable[] = []
  for (const [nth, { name, columns }] of listed.entries()) {
    signal.throwIfAborted()
    progress({ what: `Dumping ${name}`, done: nth, of: listed.length, unit: 'tables' })
    const rows = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`))
    const file = await writeHashed(pathOfTable(folder, snapshot, name), rows)
    tables.push({ name, columns, rows: rows.rowCount, ...file })
  }
  return { migrations: applied, tables, sequences: await readSequences(client) }
}

const migrationRows = z.array(z.object({ name: z.string(), id: z.string() }))

async function readMigrations(client: pg.ClientBase): Promise<Record<string, string[]>> {
  const { rows } = await client.query('select name, id from public.stepledger_migrations order by nth')
  const applied: Record<string, string[]> = {}
  for (const { name, id } of migrationRows.parse(rows)) applied[name] = [...(applied[name] ?? []), id]
  return applied
}

const nameRows = z.array(z.object({ name: z.string() }))
const sequenceRow = z.tuple([z.object({ last: z.coerce.number().int(), isCalled: z.boolean() })])

/** Sequences are not part of a snapshot: read after the tables, they are not below any id in them. */
async function readSequences(client: pg.ClientBase): Promise<DumpedSequence[]> {
  const found = await client.query({
    text: `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'S' and n.nspname = any ($1::text[]) order by 1`,
    values: [schemas],
  })
  const sequences: DumpedSequence[] = []
  for (const { name } of nameRows.parse(found.rows)) {
    const { rows } = await client.query(
      `select last_value as last, is_called as "isCalled" from ${quoted(name)}`,
    )
    sequences.push({ name, ...sequenceRow.parse(rows)[0] })
  }
  return sequences
}

/** Throws CommandFailedError if the dump has a migration that is unknown to this release. */
export function refuseNewerDump({ migrations: applied }: Pick<Snapshot, 'migrations'>): void {
  for (const [name, steps] of Object.entries(migrations))
    for (const [nth, id] of (applied[name] ?? []).entries())
      if (steps[nth]?.id !== id)
        throw new CommandFailedError(
          `The dump is of a newer release: its tables of ${name} have had the step "${id}". Load it with that release.`,
        )
}

interface TablesLoad {
  readonly skippedDays: number
  readonly keepsPositions: boolean
  readonly output: ProgressOutput
}

/**
 * Creates the tables as they were, fills them, and migrates them to this release. `tx` is a transaction of the owner of
 * a database without other data. `skippedDays`: see skippedPerDay. `keepsPositions`: whether events have the positions
 * that they had.
 */
export async function loadTables(
  tx: pg.PoolClient,
  folder: string,
  snapshot: Snapshot,
  { skippedDays, keepsPositions, output }: TablesLoad,
): Promise<void> {
  await tx.query('set local client_min_messages = warning')
  for (const schema of schemas) await tx.query(`drop schema if exists ${schema} cascade`)
  if (await tableExists(tx, 'public.stepledger_migrations'))
    await tx.query('delete from public.stepledger_migrations where name = any ($1)', [
      Object.keys(migrations),
    ])
  for (const [name, steps] of Object.entries(migrations))
    await applySteps(tx, name, steps.slice(0, snapshot.migrations[name]?.length ?? 0))
  for (const [nth, table] of snapshot.tables.entries()) {
    if (!keepsPositions && positionTables.includes(table.name)) continue
    output.signal.throwIfAborted()
    output.progress({ what: `Loading ${table.name}`, done: nth, of: snapshot.tables.length, unit: 'tables' })
    await loadTable(tx, pathOfTable(folder, snapshot, table.name), table)
  }
  for (const sequence of snapshot.sequences) await continueSequence(tx, sequence, skippedDays)
  for (const [name, steps] of Object.entries(migrations)) await applySteps(tx, name, steps)
}

async function loadTable(tx: pg.PoolClient, path: string, table: DumpedTable): Promise<void> {
  const name = quoted(table.name)
  // Rows that migrations insert, or triggers of tables before.
  await tx.query(`delete from ${name}`)
  const copying = tx.query(copyFrom(`copy ${name} (${table.columns.map(quoted).join(', ')}) from stdin`))
  await pipeline(Readable.from(verified(path, table)), copying)
  if (copying.rowCount !== table.rows)
    throw new Error(`${table.name}: ${copying.rowCount} rows were loaded instead of ${table.rows}`)
}

/**
 * Ids skipped for each day, or part of one, since the dump. A lost system issued ids after it, which links contain; they
 * must not be issued again. 100,000 plays a day are more than one a second.
 */
const skippedPerDay = { plays: 100_000, others: 1_000 }

async function continueSequence(
  tx: pg.PoolClient,
  { name, last, isCalled }: DumpedSequence,
  skippedDays: number,
): Promise<void> {
  const skipped = skippedDays * (name === 'ingest.play_ids' ? skippedPerDay.plays : skippedPerDay.others)
  const issued = (isCalled ? last : 0) + skipped
  await tx.query('select setval($1::regclass, greatest($2::bigint, 1), $2::bigint > 0)', [
    quoted(name),
    issued,
  ])
}

function quoted(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.')
}
