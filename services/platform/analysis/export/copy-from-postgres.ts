import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Duck, quoted } from './duck.ts'

/** Where rows are copied from and to: one snapshot of Postgres, a DuckDB, and a folder for what is on its way. */
export interface Copying {
  readonly client: pg.PoolClient
  readonly duck: Duck
  readonly folder: string
  readonly signal: AbortSignal
}

/** Makes a table of the rows that a query of Postgres gives; `columns` are their names with DuckDB's types. */
export async function copyFromPostgres(
  { client, duck, folder, signal }: Copying,
  table: string,
  columns: Readonly<Record<string, string>>,
  query: string,
): Promise<void> {
  const file = join(folder, `${table}.csv`)
  const rows = client.query(copyTo(`copy (${query}) to stdout (format csv, null '\\N')`))
  await pipeline(rows, createWriteStream(file), { signal })
  const types = Object.entries(columns).map(([name, type]) => `${quoted(name)}: ${quoted(type)}`)
  await duck.run(`
    create table ${table} as select * from read_csv(${quoted(file)}, auto_detect = false, header = false, delim = ',', quote = '"',
      escape = '"', nullstr = '\\N', columns = {${types.join(', ')}}, strict_mode = true)`)
  await rm(file)
}
