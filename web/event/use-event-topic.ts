import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useThrottled } from '../live/use-throttled.ts'
import { useTopic } from '../live/use-topic.ts'

/** Standings change every other second while many play: what shows them is not fetched more often, in ms. */
const pause = 3_000

/** Fetches these reads again, named as their routes, when the standings of an event changed; null follows nothing. */
export function useEventTopic(slug: string | null, routes: readonly string[]): void {
  const queries = useQueryClient()
  const followed = useRef(false)
  const refetch = useThrottled(
    () =>
      void queries.invalidateQueries({ predicate: ({ queryKey }) => routes.includes(String(queryKey[1])) }),
    pause,
  )
  // The first answer is hardly older than the first subscription.
  const onGap = () => {
    if (followed.current) refetch()
    followed.current = true
  }
  useTopic(slug === null ? null : `event:${slug}`, refetch, onGap)
}
