import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import type { ProgressOutput } from '../../output.ts'
import type { FileStore } from '../files/file-store.ts'
import type { CopiedSequence, CopiedTable, CopiedTables } from '../manifest.ts'
import { type ListedTable, listSequences, listTables, quoted } from './list-tables.ts'
import { rowChunks } from './row-chunks.ts'

/** Copies all tables of record. `client` is in a transaction whose snapshot they are read in. */
export async function copyTables(
  client: pg.ClientBase,
  files: FileStore,
  { progress, signal }: ProgressOutput,
): Promise<CopiedTables> {
  const migrations = await readMigrations(client)
  const listed = await listTables(client)
  const tables: CopiedTable[] = []
  for (const [nth, table] of listed.entries()) {
    signal.throwIfAborted()
    progress({ what: `Copying ${table.name}`, done: nth, of: listed.length, unit: 'tables' })
    tables.push(await copyTable(client, table, files))
  }
  return { migrations, tables, sequences: await readSequences(client) }
}

async function copyTable(client: pg.ClientBase, table: ListedTable, files: FileStore): Promise<CopiedTable> {
  const { name, columns, key } = table
  const selected = columns.map((column) => quoted(column)).join(', ')
  const order = key.length > 0 ? key.map((column) => quoted(column)).join(', ') : 't::text'
  const rows = client.query(
    copyTo(`copy (select ${selected} from ${quoted(name)} t order by ${order}) to stdout`),
  )
  const copied: CopiedTable = { name, columns: [...columns], rows: 0, chunks: [] }
  for await (const chunk of rowChunks(rows)) {
    copied.rows += chunk.rows
    copied.chunks.push(await files.put(await promisify(gzip)(chunk.bytes, { level: 1 })))
  }
  return copied
}

const migrationRows = z.array(z.object({ name: z.string(), id: z.string() }))

/** Reads the applied migrations by the name of their tables, in order. */
export async function readMigrations(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<Record<string, string[]>> {
  const { rows } = await client.query('select name, id from public.stepledger_migrations order by nth')
  const migrations: Record<string, string[]> = {}
  for (const { name, id } of migrationRows.parse(rows)) migrations[name] = [...(migrations[name] ?? []), id]
  return migrations
}

const sequenceRows = z.tuple([z.object({ last: z.coerce.number().int(), isCalled: z.boolean() })])

/** Sequences are not part of a snapshot: read after the tables, they are not below any id in them. */
export async function readSequences(client: pg.ClientBase): Promise<CopiedSequence[]> {
  const sequences: CopiedSequence[] = []
  for (const name of await listSequences(client)) {
    const { rows } = await client.query(
      `select last_value as last, is_called as "isCalled" from ${quoted(name)}`,
    )
    sequences.push({ name, ...sequenceRows.parse(rows)[0] })
  }
  return sequences
}
