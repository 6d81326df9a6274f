import { useQueryClient } from '@tanstack/react-query'
import { useChangesOf } from '../live/use-topic.ts'

/** Minimum time between refetches, ms; standings change every other second under load. */
const pause = 3_000

/** Invalidates the reads of the given routes when the standings of an event change; null follows nothing. */
export function useCompetitionTopic(slug: string | null, routes: readonly string[]): void {
  const queries = useQueryClient()
  useChangesOf(
    slug === null ? null : `event:${slug}`,
    () => queries.invalidateQueries({ predicate: ({ queryKey }) => routes.includes(String(queryKey[1])) }),
    pause,
  )
}
