import type { AnalysisTable } from '@stepledger/contracts/analysis/tables.ts'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { PublishedFile } from '@stepledger/contracts/http/data.ts'
import { parseJson } from '@stepledger/contracts/parse-json.ts'
import { z } from 'zod'
import type { Engine, Result } from './engine.ts'

/** The maximum number of rows in a result. */
export const maxRows = 1000
/** The query timeout, and that between two chunks of a download, s. */
const queryTimeout = 60
const chunkTimeout = 20

export interface QueryResult {
  readonly result: Result
  readonly ms: number
}

/** The step that a query is at; `percent` is null while indeterminate. */
export interface Progress {
  readonly step: string
  readonly percent: number | null
}

interface QueryRunner {
  /** Rejects with the signal's reason, a QueryError, or the reason why the engine or a file could not be loaded. */
  run(sql: string, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<QueryResult>
  readonly ready: boolean
  /** Stops DuckDB; the next query restarts it. */
  close(): void
}

/** DuckDB's error message for an invalid query. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
}

/** How DuckDB reports a syntax error: as JSON. */
const syntaxError = z.object({ exception_message: z.string() })

function queryErrorMessage(error: unknown): string {
  const message = errorMessage(error)
  const syntax = syntaxError.safeParse(parseJson(message))
  return syntax.success ? syntax.data.exception_message : message
}

/** DuckDB's error for an unknown table. */
const missingTable = /Table with name "?(\w+)"? does not exist/

/** DuckDB in the browser, started by the first query; each table is loaded once, by the first query that needs it. */
export function queryRunner(
  open: (onProgress: (percent: number) => void) => Promise<Engine>,
  files: readonly PublishedFile[],
  tables: readonly AnalysisTable[],
): QueryRunner {
  let engine: Engine | null = null

  async function startEngine(signal: AbortSignal, onProgress: (progress: Progress) => void) {
    if (engine !== null && !engine.closed) return engine
    const step = 'Loading DuckDB'
    onProgress({ step, percent: 0 })
    const opened = await open((percent) => onProgress({ step, percent }))
    if (signal.aborted) opened.close()
    signal.throwIfAborted()
    engine = opened
    return opened
  }

  /** Returns false if there is no such table. */
  async function loadTable(
    duck: Engine,
    name: string | undefined,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<boolean> {
    const table = tables.find((each) => each.name === name)
    const file = files.find((each) => each.table === name && each.format === 'csv.gz')
    if (!table || !file) return false
    const onBytes = (bytes: number) =>
      onProgress({ step: `Reading ${name}`, percent: Math.min(99, Math.floor((100 * bytes) / file.bytes)) })
    await duck.load(table, await fetchWhole(file.url, signal, onBytes))
    return true
  }

  return {
    get ready() {
      return engine !== null && !engine.closed
    },

    async run(sql, signal, onProgress) {
      const duck = await startEngine(signal, onProgress)
      for (;;) {
        onProgress({ step: 'Running', percent: null })
        const begin = performance.now()
        const timeout = AbortSignal.timeout(queryTimeout * 1000)
        try {
          const result = await duck.run(sql, maxRows, AbortSignal.any([signal, timeout]))
          return { result, ms: performance.now() - begin }
        } catch (error) {
          signal.throwIfAborted()
          if (timeout.aborted)
            throw new QueryError(`The query took longer than ${queryTimeout} seconds and was stopped.`)
          const message = queryErrorMessage(error)
          if (!(await loadTable(duck, missingTable.exec(message)?.[1], signal, onProgress)))
            throw new QueryError(message)
        }
      }
    },

    close() {
      engine?.close()
      engine = null
    },
  }
}

/** `onBytes` receives the number of bytes so far. */
async function fetchWhole(
  url: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array> {
  onBytes(0)
  const stalled = new AbortController()
  const stall = () => stalled.abort(new Error(`${url} stalled`))
  let timer = setTimeout(stall, chunkTimeout * 1000)
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, stalled.signal]) })
    if (!response.ok || response.body === null) throw new Error(`${url} returned ${response.status}`)
    const parts: Uint8Array<ArrayBuffer>[] = []
    let bytes = 0
    const reader = response.body.getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(stall, chunkTimeout * 1000)
      parts.push(next.value)
      bytes += next.value.byteLength
      onBytes(bytes)
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer())
  } finally {
    clearTimeout(timer)
  }
}
