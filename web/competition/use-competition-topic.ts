import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useThrottled } from '../live/use-throttled.ts'
import { useTopic } from '../live/use-topic.ts'

/** Minimum time between refetches, ms; standings change every other second under load. */
const pause = 3_000

/** Invalidates the reads of the given routes when the standings of an event change; null follows nothing. */
export function useCompetitionTopic(slug: string | null, routes: readonly string[]): void {
  const queries = useQueryClient()
  const followed = useRef(false)
  const refetch = useThrottled(
    () =>
      void queries.invalidateQueries({ predicate: ({ queryKey }) => routes.includes(String(queryKey[1])) }),
    pause,
  )
  // The first gap comes with the first subscription, right after the first fetch.
  const onGap = () => {
    if (followed.current) refetch()
    followed.current = true
  }
  useTopic(slug === null ? null : `event:${slug}`, refetch, onGap)
}
