import type { AnalysisTable } from '@stepledger/contracts/analysis/tables.ts'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { PublishedSeries } from '@stepledger/contracts/http/data.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Progress, QueryError, type QueryResult, queryRunner } from './query-runner.ts'

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
  const runner = useMemo(
    () => queryRunner(async (...given) => (await import('./engine.ts')).openEngine(...given), files, tables),
    [files, tables],
  )
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
