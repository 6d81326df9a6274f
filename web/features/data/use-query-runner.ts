import type { AnalysisTable } from '@stepledger/contracts/analysis/tables.ts'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { PublishedFile, PublishedSeries } from '@stepledger/contracts/http/data.ts'
import { parseJson } from '@stepledger/contracts/parse-json.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import type { Engine, Result } from './engine.ts'

const maxRows = 1000
/** The query timeout, and that between two chunks of a download, s. */
const queryTimeout = 60
const chunkTimeout = 20

export interface QueryResult {
  readonly result: Result
  readonly ms: number
}

/** The step that a query is at; `percent` is null while indeterminate. */
interface Progress {
  readonly step: string
  readonly percent: number | null
}

/** DuckDB's error message for an invalid query. */
class QueryError extends Error {
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
function queryRunner(files: readonly PublishedFile[], tables: readonly AnalysisTable[]) {
  let engine: Engine | null = null

  async function startEngine(signal: AbortSignal, onProgress: (progress: Progress) => void) {
    if (engine !== null && !engine.closed) return engine
    const step = 'Loading DuckDB'
    onProgress({ step, percent: 0 })
    const { openEngine } = await import('./engine.ts')
    const opened = await openEngine((percent) => onProgress({ step, percent }))
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

    /** Rejects with the signal's reason, a QueryError, or the reason why the engine or a file could not be loaded. */
    async run(
      sql: string,
      signal: AbortSignal,
      onProgress: (progress: Progress) => void,
    ): Promise<QueryResult> {
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

    /** Stops DuckDB; the next query restarts it. */
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

interface Failure {
  readonly text: string
  readonly detail: string
  /** Whether a retry may succeed, as after a failed download. */
  readonly canRetry: boolean
}

interface QueryState {
  readonly progress: Progress | null
  readonly failure: Failure | null
  readonly result: QueryResult | null
}

const idle: QueryState = { progress: null, failure: null, result: null }

/** Runs queries, one at a time; the engine's chunk is loaded with the first one. */
export function useQueryRunner({ files }: PublishedSeries, tables: readonly AnalysisTable[]) {
  const [state, setState] = useState<QueryState>(idle)
  const running = useRef<AbortController | null>(null)
  const runner = useMemo(() => queryRunner(files, tables), [files, tables])
  useEffect(
    () => () => {
      running.current?.abort()
      runner.close()
    },
    [runner],
  )

  const run = useCallback(
    async (sql: string) => {
      running.current?.abort()
      const stop = new AbortController()
      running.current = stop
      const update = (change: (old: QueryState) => QueryState) => {
        if (running.current === stop) setState(change)
      }
      try {
        const result = await runner.run(sql, stop.signal, (progress) =>
          update((old) => ({ ...old, failure: null, progress })),
        )
        update(() => ({ ...idle, result }))
      } catch (error) {
        update((old) => ({ ...old, progress: null, failure: failureOf(error) }))
      }
    },
    [runner],
  )

  /** Stops the current query. The previous result stays, unless `forget`. Returns whether the engine is running. */
  const stop = useCallback(
    (forget: boolean) => {
      running.current?.abort()
      running.current = null
      setState((old) => (forget ? idle : { ...old, progress: null }))
      return runner.ready
    },
    [runner],
  )

  return { state, run, stop }
}

function failureOf(error: unknown): Failure {
  const detail = errorMessage(error)
  return error instanceof QueryError
    ? { text: 'The query failed', detail, canRetry: false }
    : { text: 'Failed to load the data', detail, canRetry: true }
}
