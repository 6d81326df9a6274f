import { type ReadRoute, useRefetch } from '../../api/use-call.ts'
import { useChangesOf } from '../../live/use-topic.ts'

/** Minimum time between refetches, ms; standings change every other second under load. */
const pause = 3_000

/** Invalidates the reads of the given routes when the standings of an event change; null follows nothing. */
export function useCompetitionTopic(slug: string | null, routes: readonly ReadRoute[]): void {
  const refetchReads = useRefetch()
  useChangesOf(slug === null ? null : `event:${slug}`, () => refetchReads(routes), pause)
}
