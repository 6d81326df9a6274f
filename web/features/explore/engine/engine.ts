import { AsyncDuckDB, VoidLogger } from '@duckdb/duckdb-wasm'
import engineWorker from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url'
import engineModule from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url'
import type { Answer, Cell } from '@stepledger/contracts/analysis/question.ts'
import type { AnalysisTable } from '@stepledger/contracts/analysis/table.ts'
import { rowsOf } from './answer-of.ts'
import { readParquet } from './read-parquet.ts'

/** What a query gave, up to a limit of rows. `more`: it would have given more. */
export interface Result extends Answer {
  readonly more: boolean
}

export interface Engine {
  /** Makes the table again, of these files (addresses on this host). A table is there whole, or not at all. */
  read(
    table: AnalysisTable,
    urls: readonly string[],
    signal: AbortSignal,
    onBytes: (bytes: number) => void,
  ): Promise<void>
  /**
   * Rejects with DuckDB's words when the query is wrong. When it does not stop at once after an abort, the engine is
   * closed.
   */
  run(sql: string, mostRows: number, signal: AbortSignal): Promise<Result>
  readonly closed: boolean
  close(): void
}

/** Bytes of the engine as the browser sees them, after unpacking: what its progress is measured by. */
const engineSize = 34_300_000
/** DuckDB keeps tables and answers in this, else a query fails; the tab stays well below what browsers give it. */
const memory = '1500MB'
/** Until an engine that does not heed a cancel is closed, ms. */
const graceOfCancel = 3000

/** Starts DuckDB in a worker. It has no way to any file or host: rows are given to it. `onProgress`: 0 to 100. */
export async function openEngine(onProgress: (percent: number) => void): Promise<Engine> {
  const worker = new Worker(engineWorker)
  const db = new AsyncDuckDB(new VoidLogger(), worker)
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(message || 'The engine did not start')),
    )
  })
  failed.catch(() => {})
  const start = async () => {
    await db.instantiate(engineModule, null, ({ bytesLoaded }) => {
      onProgress(Math.min(99, Math.floor((100 * bytesLoaded) / engineSize)))
    })
    const numbers = { castBigIntToDouble: true, castDecimalToDouble: true, castTimestampToDate: true }
    await db.open({ query: numbers })
    const connection = await db.connect()
    for (const setting of [
      'autoinstall_known_extensions',
      'autoload_known_extensions',
      'enable_external_access',
    ])
      await connection.query(`SET ${setting} = false`)
    await connection.query(`SET memory_limit = '${memory}'`)
    await connection.query('SET lock_configuration = true')
    return connection
  }
  let closed = false
  const close = () => {
    closed = true
    worker.terminate()
  }
  const connection = await Promise.race([start(), failed]).catch((error: unknown) => {
    close()
    throw error
  })

  return {
    get closed() {
      return closed
    },
    close,

    async read(table, urls, signal, onBytes) {
      const { name, columns } = table
      const draft = `reading_${name}`
      await connection.query(tableStatement(draft, table))
      for (const url of urls) {
        await readParquet({ url, columns: columns.map(({ name, type }) => ({ name, type })) }, signal, {
          onBytes,
          // What was on its way when it was stopped must not meet the table that is made next.
          onRows: async (stream) => {
            if (!signal.aborted)
              await connection.insertArrowFromIPCStream(stream, { name: draft, create: false })
          },
        })
      }
      await connection.query(`DROP TABLE IF EXISTS "${name}"`)
      await connection.query(`ALTER TABLE "${draft}" RENAME TO "${name}"`)
    },

    async run(sql, mostRows, signal) {
      signal.throwIfAborted()
      const query = async (): Promise<Result> => {
        const reader = await (await connection.send(sql, true)).open()
        const columns = reader.schema.fields.map(({ name }) => name)
        const rows: Cell[][] = []
        for await (const batch of reader) {
          rows.push(...rowsOf(batch))
          if (rows.length > mostRows) {
            await connection.cancelSent()
            break
          }
        }
        return { columns, rows: rows.slice(0, mostRows), more: rows.length > mostRows }
      }
      const cancelled = new Promise<never>((_, reject) => {
        const cancel = () => {
          const grace = setTimeout(close, graceOfCancel)
          void connection.cancelSent().then(() => clearTimeout(grace))
          reject(signal.reason)
        }
        signal.addEventListener('abort', cancel, { once: true })
      })
      cancelled.catch(() => {})
      return Promise.race([query(), cancelled, failed])
    },
  }
}

function tableStatement(name: string, { columns }: AnalysisTable): string {
  const declared = columns.map((column) => `"${column.name}" ${column.type}`)
  return `CREATE OR REPLACE TABLE "${name}" (${declared.join(', ')})`
}
