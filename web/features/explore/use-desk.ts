import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { PublishedData } from '@stepledger/contracts/http/data.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Answered, type Doing, openDesk, QueryError } from './desk.ts'

export interface Failure {
  readonly text: string
  readonly detail: string
  /** Whether a retry may succeed, as after a failed download. */
  readonly again: boolean
}

export interface Work {
  readonly doing: Doing | null
  readonly failure: Failure | null
  readonly answered: Answered | null
}

const idle: Work = { doing: null, failure: null, answered: null }

/** The query desk's state; the engine's chunk is loaded with the first query. */
export function useDesk({ series, tables }: Pick<PublishedData, 'series' | 'tables'>) {
  const [work, setWork] = useState<Work>(idle)
  const running = useRef<AbortController | null>(null)
  const newest = series[0]
  const desk = useMemo(
    () =>
      openDesk(
        async (...given) => (await import('./engine/engine.ts')).openEngine(...given),
        newest?.files ?? [],
        tables,
      ),
    [newest, tables],
  )
  useEffect(
    () => () => {
      running.current?.abort()
      desk.close()
    },
    [desk],
  )

  /** Stops the current query; the previous result is shown again. */
  const cancel = useCallback(() => {
    running.current?.abort()
    running.current = null
    setWork((old) => ({ ...old, doing: null }))
  }, [])

  const run = useCallback(
    async (sql: string) => {
      running.current?.abort()
      const stop = new AbortController()
      running.current = stop
      const update = (change: (old: Work) => Work) => {
        if (running.current === stop) setWork(change)
      }
      try {
        const answered = await desk.ask(sql, stop.signal, (doing) =>
          update((old) => ({ ...old, failure: null, doing })),
        )
        update(() => ({ ...idle, answered }))
      } catch (error) {
        update((old) => ({ ...old, doing: null, failure: failureOf(error) }))
      }
    },
    [desk],
  )

  /** Clears the previous result; returns whether the engine is already running. */
  const begin = useCallback(() => {
    running.current?.abort()
    running.current = null
    setWork(idle)
    return desk.ready
  }, [desk])

  return { work, run, cancel, begin }
}

function failureOf(error: unknown): Failure {
  const detail = errorMessage(error)
  return error instanceof QueryError
    ? { text: 'The query failed', detail, again: false }
    : { text: 'Failed to load the data', detail, again: true }
}
