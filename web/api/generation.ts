import { notifyManager, QueryClient } from '@tanstack/react-query'

/** Takes the generation of the read models that an answer or a message is of. */
export type SeeGeneration = (generation: number) => Promise<void>

/**
 * Runs `onOther` when one is seen that is not the one before, one run after the other; resolves when all that was begun
 * is through.
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

const everyones = { queryKey: ['public'] }

/**
 * Fetches again what is on the screen and shows all of it in one change, so that no page is of two generations; what is
 * kept and not on the screen is dropped. Answers that are on their way may be of the one that was left: nobody gets
 * them.
 */
export async function refetchTogether(queries: QueryClient): Promise<void> {
  const cancelled = queries.cancelQueries(everyones)
  queries.removeQueries({ ...everyones, type: 'inactive' })
  await cancelled
  const open = queries.getQueryCache().findAll({ ...everyones, type: 'active' })
  const apart = new QueryClient()
  const answers = await Promise.allSettled(
    open.map(({ queryKey, options: { queryFn } }) =>
      apart.fetchQuery({ queryKey, ...(queryFn ? { queryFn } : {}) }),
    ),
  )
  apart.clear()
  notifyManager.batch(() => {
    for (const [i, answer] of answers.entries()) {
      const queryKey = open[i]?.queryKey
      if (!queryKey) continue
      if (answer.status === 'fulfilled') queries.setQueryData(queryKey, answer.value)
      else void queries.invalidateQueries({ queryKey, exact: true })
    }
  })
}
