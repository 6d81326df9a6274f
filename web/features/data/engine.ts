import { AsyncDuckDB, VoidLogger } from '@duckdb/duckdb-wasm'
import engineWorker from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url'
import engineModule from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url'
import type { Answer, Cell } from '@stepledger/contracts/analysis/questions.ts'
import { formulaStart } from '@stepledger/contracts/analysis/series.ts'
import type { AnalysisTable } from '@stepledger/contracts/analysis/tables.ts'
import { DataType, type RecordBatch } from 'apache-arrow'

/** A query result, truncated to a maximum of rows. `more`: rows were cut off. */
export interface Result extends Answer {
  readonly more: boolean
}

export interface Engine {
  /** Creates a table from the bytes of its file of the format `csv.gz`. */
  load(table: AnalysisTable, bytes: Uint8Array): Promise<void>
  /** Rejects with DuckDB's message for an invalid query. Closes the engine if it does not react to an abort. */
  run(sql: string, maxRows: number, signal: AbortSignal): Promise<Result>
  readonly closed: boolean
  close(): void
}

/** The uncompressed size of the engine, bytes, for the download progress. */
const engineSize = 34_300_000
/** DuckDB's memory limit; queries that need more fail. Browsers allow a tab several times as much. */
const memoryLimit = '1500MB'
/** How long the engine may take to cancel a query before it is closed, ms. */
const cancelGrace = 3000

/** Starts DuckDB in a worker, whose security policy keeps it from other hosts. `onProgress`: 0 to 100. */
export async function openEngine(onProgress: (percent: number) => void): Promise<Engine> {
  const worker = new Worker(engineWorker)
  const db = new AsyncDuckDB(new VoidLogger(), worker)
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'DuckDB did not start')))
  })
  failed.catch(() => {})
  const start = async () => {
    await db.instantiate(engineModule, null, ({ bytesLoaded }) => {
      onProgress(Math.min(99, Math.floor((100 * bytesLoaded) / engineSize)))
    })
    const numbers = { castBigIntToDouble: true, castDecimalToDouble: true, castTimestampToDate: true }
    await db.open({ query: numbers })
    const connection = await db.connect()
    for (const setting of ['autoinstall_known_extensions', 'autoload_known_extensions'])
      await connection.query(`SET ${setting} = false`)
    await connection.query(`SET memory_limit = '${memoryLimit}'`)
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

    async load({ name, columns }, bytes) {
      const file = `${name}.csv.gz`
      const types = columns.map((column) => `"${column.name}": '${column.type}'`).join(', ')
      // The apostrophe that keeps spreadsheets from reading a text as a formula is removed.
      const values = columns.map(({ name, type }) =>
        type === 'VARCHAR'
          ? `regexp_replace("${name}", '^''(${formulaStart})', '\\1') AS "${name}"`
          : `"${name}"`,
      )
      await db.registerFileBuffer(file, bytes)
      await connection.query(`
        CREATE OR REPLACE TABLE "${name}" AS SELECT ${values.join(', ')}
        FROM read_csv('${file}', auto_detect = false, header = true, delim = ',', quote = '"', escape = '"',
          compression = 'gzip', allow_quoted_nulls = false, columns = {${types}})`)
      await db.dropFile(file)
    },

    async run(sql, maxRows, signal) {
      signal.throwIfAborted()
      const query = async (): Promise<Result> => {
        const reader = await (await connection.send(sql, true)).open()
        const columns = reader.schema.fields.map(({ name }) => name)
        const rows: Cell[][] = []
        for await (const batch of reader) {
          rows.push(...rowsOf(batch))
          if (rows.length > maxRows) {
            await connection.cancelSent()
            break
          }
        }
        return { columns, rows: rows.slice(0, maxRows), more: rows.length > maxRows }
      }
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener(
          'abort',
          () => {
            const grace = setTimeout(close, cancelGrace)
            void connection.cancelSent().then(() => clearTimeout(grace))
            reject(signal.reason)
          },
          { once: true },
        )
      })
      return Promise.race([query(), failed, aborted])
    },
  }
}

const maxLength = 200

function rowsOf(batch: RecordBatch): Cell[][] {
  const columns = batch.schema.fields.map(({ type }, i) => ({ type, values: batch.getChildAt(i) }))
  return Array.from({ length: batch.numRows }, (_, row) =>
    columns.map(({ type, values }) => cellOf(type, values?.get(row))),
  )
}

function cellOf(type: DataType, value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (DataType.isDate(type) && typeof value === 'number') return new Date(value).toISOString().slice(0, 10)
  if (DataType.isTimestamp(type) && typeof value === 'number')
    return new Date(value).toISOString().slice(0, 16).replace('T', ' ')
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return Number(value)
  const text = typeof value === 'string' ? value : textOf(value)
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

/** Lists and structs as JSON. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part)) ?? ''
}
