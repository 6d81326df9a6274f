import { DuckDBInstance } from '@duckdb/node-api'
import type { z } from 'zod'

/** A temporary DuckDB database, stored in a file so that it can exceed memory. */
export type Duck = Awaited<ReturnType<typeof openDuck>>

/** Limit of buffers; larger data is spilled to `folder`. Writing Parquet and lists needs additional memory. */
const memory = '128MB'
/** Freed memory is returned to the system in chunks of this size; by default 128 MB are retained. */
const flushThreshold = '4MB'

/**
 * Opens a new database in `folder`, without downloading extensions. When the signal is aborted, the running statement is
 * interrupted, and all further ones throw the reason.
 */
export async function openDuck(folder: string, signal = new AbortController().signal) {
  signal.throwIfAborted()
  const instance = await DuckDBInstance.create(`${folder}/history.duckdb`, {
    memory_limit: memory,
    temp_directory: `${folder}/spilled`,
    allocator_flush_threshold: flushThreshold,
    allocator_bulk_deallocation_flush_threshold: flushThreshold,
    // Each thread would allocate its own buffers.
    threads: '1',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
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
    async run(sql: string) {
      await unlessAborted(() => connection.run(sql))
    },
    /** Returns all rows of a query. */
    async rows<Row>(sql: string, row: z.ZodType<Row>): Promise<Row[]> {
      const reader = await unlessAborted(() => connection.runAndReadAll(sql))
      return reader.getRowObjectsJS().map((one) => row.parse(one))
    },
    /** Streams the rows of a query in order, as chunks of columns. */
    async *columns(sql: string): AsyncGenerator<readonly (readonly unknown[])[]> {
      const result = await unlessAborted(() => connection.stream(sql))
      for (;;) {
        const chunk = await unlessAborted(() => result.fetchChunk())
        if (!chunk || chunk.rowCount === 0) return
        yield chunk.getColumns()
      }
    },
    append: (table: string) => connection.createAppender(table),
    close() {
      signal.removeEventListener('abort', interrupt)
      connection.closeSync()
      instance.closeSync()
    },
  }
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
