import type { AnalysisTable } from '@stepledger/contracts/analysis/table.ts'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { PublishedFile } from '@stepledger/contracts/http/data.ts'
import { parseJson } from '@stepledger/contracts/parse-json.ts'
import { z } from 'zod'
import type { Engine, Result } from './engine/engine.ts'
import { filesWithin, maxTableBytes, tablesIn } from './engine/files-within.ts'

/** The maximum number of rows in a result. */
export const maxRows = 1000
/** The query timeout, s. */
const queryTimeout = 60

/** A loaded table: how many of its files, newest first, and their size. */
export interface ReadTable {
  readonly name: string
  readonly files: number
  readonly of: number
  readonly bytes: number
}

export interface QueryResult {
  readonly sql: string
  readonly result: Result
  readonly ms: number
  readonly tables: readonly ReadTable[]
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
  const read = new Map<string, ReadTable>()

  const startEngine = async (
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<Engine> => {
    if (engine !== null && !engine.closed) return engine
    read.clear()
    const step = 'Loading DuckDB'
    onProgress({ step, percent: 0 })
    const opened = await open((percent) => onProgress({ step, percent }))
    if (signal.aborted) opened.close()
    signal.throwIfAborted()
    engine = opened
    return opened
  }

  const readTable = async (
    duck: Engine,
    table: AnalysisTable,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ) => {
    const all = files.filter((file) => file.table === table.name)
    const chosen = filesWithin(all, maxTableBytes)
    const bytes = chosen.reduce((sum, file) => sum + file.bytes, 0)
    let loaded = 0
    const report = (more: number) => {
      loaded += more
      onProgress({
        step: `Reading ${table.name}`,
        percent: Math.min(99, Math.floor((100 * loaded) / (bytes || 1))),
      })
    }
    report(0)
    const urls = chosen.map(({ url }) => url)
    await duck.read(table, urls, signal, report)
    read.set(table.name, { name: table.name, files: chosen.length, of: all.length, bytes })
  }

  return {
    get ready() {
      return engine !== null && !engine.closed
    },

    async run(sql, signal, onProgress) {
      const duck = await startEngine(signal, onProgress)
      const named = tablesIn(sql, tables)
      for (;;) {
        for (const table of named) {
          if (!read.has(table.name)) await readTable(duck, table, signal, onProgress)
        }
        onProgress({ step: 'Running', percent: null })
        const begin = performance.now()
        const timeout = AbortSignal.timeout(queryTimeout * 1000)
        try {
          const result = await duck.run(sql, maxRows, AbortSignal.any([signal, timeout]))
          const ms = performance.now() - begin
          return { sql, result, ms, tables: named.flatMap(({ name }) => read.get(name) ?? []) }
        } catch (error) {
          signal.throwIfAborted()
          if (timeout.aborted)
            throw new QueryError(`The query took longer than ${queryTimeout} seconds and was stopped.`)
          const message = queryErrorMessage(error)
          const unread = tables.find(
            ({ name }) => name === missingTable.exec(message)?.[1] && !read.has(name),
          )
          if (unread === undefined) throw new QueryError(message)
          named.push(unread)
        }
      }
    },

    close() {
      engine?.close()
      engine = null
    },
  }
}
