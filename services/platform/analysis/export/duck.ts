import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api'
import { DuckDBInstance } from '@duckdb/node-api'
import type { z } from 'zod'

/** A DuckDB database in a file of its own, for what is larger than memory. */
export interface Duck {
  run(sql: string): Promise<void>
  /** The rows of an answer, whole. */
  rows<Row>(sql: string, row: z.ZodType<Row>): Promise<Row[]>
  /** The rows of an answer, a list of columns at a time, in order. */
  columns(sql: string): AsyncIterable<readonly (readonly unknown[])[]>
  append(table: string): Promise<DuckDBAppender>
  close(): void
}

/** What it may take of memory; the rest lies on the disk, in `folder`. */
const memory = '256MB'

/** Opens a new database in `folder`. It loads nothing from anywhere. */
export async function openDuck(folder: string): Promise<Duck> {
  const instance = await DuckDBInstance.create(`${folder}/history.duckdb`, {
    memory_limit: memory,
    temp_directory: `${folder}/spilled`,
    threads: '2',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection: DuckDBConnection = await instance.connect()
  await connection.run("set timezone = 'UTC'")
  return {
    async run(sql) {
      await connection.run(sql)
    },
    async rows(sql, row) {
      const reader = await connection.runAndReadAll(sql)
      return reader.getRowObjectsJS().map((one) => row.parse(one))
    },
    async *columns(sql) {
      const result = await connection.stream(sql)
      for (;;) {
        const chunk = await result.fetchChunk()
        if (!chunk || chunk.rowCount === 0) return
        yield chunk.getColumns()
      }
    },
    append: (table) => connection.createAppender(table),
    close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

/** A text as it stands in SQL. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
