import { notifyManager, QueryClient } from '@tanstack/react-query'

/** Called with the read models' generation of a response or message. */
type SeeGeneration = (generation: number) => Promise<void>

/**
 * Runs `onOther` whenever the generation changes, one run at a time; resolves when all started runs have finished.
 */
export function watchGeneration(onOther: () => Promise<void>): SeeGeneration {
  let known: number | null = null
  let running = Promise.resolve()
  return (generation) => {
    if (known !== null && generation !== known) running = running.then(onOther, onOther)
    known = generation
    return running
  }
}

const publicQueries = { queryKey: ['public'] }

/**
 * After a switch of generation: refetches the visible queries and swaps them in one batch, so that no page mixes two
 * generations. Evicts inactive queries. Cancels in-flight reads, which may belong to the old generation.
 */
export async function refetchTogether(queries: QueryClient): Promise<void> {
  const cancelled = queries.cancelQueries(publicQueries)
  queries.removeQueries({ ...publicQueries, type: 'inactive' })
  await cancelled
  const open = queries.getQueryCache().findAll({ ...publicQueries, type: 'active' })
  const refetched = new QueryClient()
  const answers = await Promise.allSettled(
    open.map(({ queryKey, options: { queryFn } }) =>
      refetched.fetchQuery({ queryKey, ...(queryFn ? { queryFn } : {}) }),
    ),
  )
  refetched.clear()
  notifyManager.batch(() => {
    for (const [i, answer] of answers.entries()) {
      const queryKey = open[i]?.queryKey
      if (!queryKey) continue
      if (answer.status === 'fulfilled') queries.setQueryData(queryKey, answer.value)
      else void queries.invalidateQueries({ queryKey, exact: true })
    }
  })
}
