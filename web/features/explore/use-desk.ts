import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { PublishedData } from '@stepledger/contracts/http/data.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Answered, type Doing, openDesk, QueryError } from './desk.ts'

export interface Failure {
  readonly text: string
  readonly detail: string
  /** It may work at the next try, as a file that did not arrive; a wrong query will not. */
  readonly again: boolean
}

export interface Work {
  readonly doing: Doing | null
  readonly failure: Failure | null
  readonly answered: Answered | null
}

const atRest: Work = { doing: null, failure: null, answered: null }

/** Asks DuckDB in this page; the engine's part of the program is fetched with the first query. */
export function useDesk({ series, tables }: Pick<PublishedData, 'series' | 'tables'>) {
  const [work, setWork] = useState<Work>(atRest)
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

  /** Ends the run; an answer from before is shown again. */
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
      const tell = (change: (old: Work) => Work) => {
        if (running.current === stop) setWork(change)
      }
      try {
        const answered = await desk.ask(sql, stop.signal, (doing) =>
          tell((old) => ({ ...old, failure: null, doing })),
        )
        tell(() => ({ ...atRest, answered }))
      } catch (error) {
        tell((old) => ({ ...old, doing: null, failure: failureOf(error) }))
      }
    },
    [desk],
  )

  /** Forgets what was asked before; says whether the next question is answered without loading the engine. */
  const begin = useCallback(() => {
    running.current?.abort()
    running.current = null
    setWork(atRest)
    return desk.ready
  }, [desk])

  return { work, run, cancel, begin }
}

function failureOf(error: unknown): Failure {
  const detail = errorMessage(error)
  return error instanceof QueryError
    ? { text: 'DuckDB can’t answer this', detail, again: false }
    : { text: 'The data could not be read', detail, again: true }
}
