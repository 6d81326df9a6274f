import type { AnalysisTable } from '@stepledger/contracts/analysis/table.ts'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { PublishedFile } from '@stepledger/contracts/http/data.ts'
import type { Engine, Result } from './engine/engine.ts'
import { filesWithin, mostBytesOfTable, tablesIn } from './engine/files-within.ts'

/** Rows that are shown of an answer. */
export const mostRows = 1000
/** Until a query is given up, seconds. */
export const patience = 60

/** A table as far as it is here: which of its files, the newest ones. */
export interface ReadTable {
  readonly name: string
  readonly files: number
  readonly of: number
  readonly bytes: number
}

export interface Answered {
  readonly sql: string
  readonly result: Result
  readonly ms: number
  readonly tables: readonly ReadTable[]
}

/** What is being done; `percent` is null while nobody knows how long it takes. */
export interface Doing {
  readonly words: string
  readonly percent: number | null
}

export interface Desk {
  /** Rejects with the signal's reason, with a QueryError, or with why the engine or a file could not be had. */
  ask(sql: string, signal: AbortSignal, onDoing: (doing: Doing) => void): Promise<Answered>
  /** Whether DuckDB runs. */
  readonly ready: boolean
  /** Ends DuckDB; the next query starts it again. */
  close(): void
}

/** DuckDB's words on a query that it can't answer. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
}

/** How DuckDB names a table that is not here. */
const missing = /Table with name "?(\w+)"? does not exist/

/** DuckDB in this page: started with the first query, and fed with the tables that queries name, each once. */
export function openDesk(
  open: (onProgress: (percent: number) => void) => Promise<Engine>,
  files: readonly PublishedFile[],
  tables: readonly AnalysisTable[],
): Desk {
  let engine: Engine | null = null
  const read = new Map<string, ReadTable>()

  const started = async (signal: AbortSignal, onDoing: (doing: Doing) => void): Promise<Engine> => {
    if (engine !== null && !engine.closed) return engine
    read.clear()
    const words = 'Loading DuckDB'
    onDoing({ words, percent: 0 })
    const opened = await open((percent) => onDoing({ words, percent }))
    if (signal.aborted) opened.close()
    signal.throwIfAborted()
    engine = opened
    return opened
  }

  const readTable = async (
    duck: Engine,
    table: AnalysisTable,
    signal: AbortSignal,
    onDoing: (doing: Doing) => void,
  ) => {
    const all = files.filter((file) => file.table === table.name)
    const chosen = filesWithin(all, mostBytesOfTable)
    const bytes = chosen.reduce((sum, file) => sum + file.bytes, 0)
    let arrived = 0
    const tell = (more: number) => {
      arrived += more
      onDoing({
        words: `Reading ${table.name}`,
        percent: Math.min(99, Math.floor((100 * arrived) / (bytes || 1))),
      })
    }
    tell(0)
    const urls = chosen.map(({ url }) => url)
    await duck.read(table, urls, signal, tell)
    read.set(table.name, { name: table.name, files: chosen.length, of: all.length, bytes })
  }

  return {
    get ready() {
      return engine !== null && !engine.closed
    },

    async ask(sql, signal, onDoing) {
      const duck = await started(signal, onDoing)
      const named = tablesIn(sql, tables)
      for (;;) {
        for (const table of named) {
          if (!read.has(table.name)) await readTable(duck, table, signal, onDoing)
        }
        onDoing({ words: 'Running', percent: null })
        const begin = performance.now()
        const late = AbortSignal.timeout(patience * 1000)
        try {
          const result = await duck.run(sql, mostRows, AbortSignal.any([signal, late]))
          const ms = performance.now() - begin
          return { sql, result, ms, tables: named.flatMap(({ name }) => read.get(name) ?? []) }
        } catch (error) {
          signal.throwIfAborted()
          if (late.aborted) throw new QueryError(`It took longer than ${patience} seconds and was stopped.`)
          const words = errorMessage(error)
          const missed = tables.find(({ name }) => name === missing.exec(words)?.[1] && !read.has(name))
          if (missed === undefined) throw new QueryError(words)
          named.push(missed)
        }
      }
    },

    close() {
      engine?.close()
      engine = null
    },
  }
}
