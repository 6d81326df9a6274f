import { useRef } from 'react'
import { useThrottled } from './use-throttled.ts'
import { useTopic } from './use-topic.ts'

/** Refetches a list when packs change its content. */
export function usePacksTopic(refetch: () => unknown): void {
  const followed = useRef(false)
  const throttled = useThrottled(() => void refetch())
  // The first gap comes with the first subscription, right after the first fetch.
  const onGap = () => {
    if (followed.current) throttled()
    followed.current = true
  }
  useTopic('packs', throttled, onGap)
}
