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

/** Of memory for its buffers; what is larger is spilled to `folder`. Writing Parquet and lists takes some more. */
const memory = '128MB'
/** Freed memory goes back to the system in pieces of this size; by default 128 MB are kept. */
const flushThreshold = '4MB'

/**
 * Opens a new database in `folder`. It loads nothing from anywhere. Once the signal is aborted, the statement that runs
 * is interrupted and every further one throws the reason.
 */
export async function openDuck(folder: string, signal = new AbortController().signal): Promise<Duck> {
  signal.throwIfAborted()
  const instance = await DuckDBInstance.create(`${folder}/history.duckdb`, {
    memory_limit: memory,
    temp_directory: `${folder}/spilled`,
    allocator_flush_threshold: flushThreshold,
    allocator_bulk_deallocation_flush_threshold: flushThreshold,
    // Each thread has buffers of its own.
    threads: '1',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection: DuckDBConnection = await instance.connect()
  const interrupt = () => connection.interrupt()
  signal.addEventListener('abort', interrupt)
  await connection.run("set timezone = 'UTC'")

  async function unlessAborted<T>(statement: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    try {
      return await statement()
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  }

  return {
    async run(sql) {
      await unlessAborted(() => connection.run(sql))
    },
    async rows(sql, row) {
      const reader = await unlessAborted(() => connection.runAndReadAll(sql))
      return reader.getRowObjectsJS().map((one) => row.parse(one))
    },
    async *columns(sql) {
      const result = await unlessAborted(() => connection.stream(sql))
      for (;;) {
        const chunk = await unlessAborted(() => result.fetchChunk())
        if (!chunk || chunk.rowCount === 0) return
        yield chunk.getColumns()
      }
    },
    append: (table) => connection.createAppender(table),
    close() {
      signal.removeEventListener('abort', interrupt)
      connection.closeSync()
      instance.closeSync()
    },
  }
}

/** A text as it stands in SQL. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
