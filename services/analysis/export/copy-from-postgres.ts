import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Duck, quoted } from './duck.ts'

/** Source and destination of a copy: a snapshot of Postgres, and a folder for CSV files. */
export interface Copying {
  /**
   * A dedicated connection. The caller closes it, also after an error: an interrupted COPY continues sending until then,
   * and any other statement, even ROLLBACK, would wait for its last row.
   */
  readonly client: pg.Client
  readonly folder: string
  readonly copied: CopiedTable[]
  readonly signal: AbortSignal
}

/** The rows of a table in a CSV file. */
export interface CopiedTable {
  readonly table: string
  readonly file: string
  /** DuckDB types by column name. */
  readonly columns: Readonly<Record<string, string>>
}

/** Writes the result of a Postgres query to a file for `loadCopied`. */
export async function copyFromPostgres(
  { client, folder, copied, signal }: Copying,
  table: string,
  columns: CopiedTable['columns'],
  query: string,
): Promise<void> {
  const file = join(folder, `${table}.csv`)
  const rows = client.query(copyTo(`copy (${query}) to stdout (format csv, null '\\N')`))
  await pipeline(rows, createWriteStream(file), { signal })
  copied.push({ table, file, columns })
}

/** Loads each file into a DuckDB table and deletes it. */
export async function loadCopied(duck: Duck, copied: readonly CopiedTable[]): Promise<void> {
  for (const { table, file, columns } of copied) {
    const types = Object.entries(columns).map(([name, type]) => `${quoted(name)}: ${quoted(type)}`)
    await duck.run(`
      create table ${table} as select * from read_csv(${quoted(file)}, auto_detect = false, header = false, delim = ',', quote = '"',
        escape = '"', nullstr = '\\N', columns = {${types.join(', ')}}, strict_mode = true)`)
    await rm(file)
  }
}
