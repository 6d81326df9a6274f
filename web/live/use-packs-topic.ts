import { useRef } from 'react'
import { useThrottled } from './use-throttled.ts'
import { useTopic } from './use-topic.ts'

/** Fetches a list again when packs changed what is in it. */
export function usePacksTopic(refetch: () => unknown): void {
  const followed = useRef(false)
  const throttled = useThrottled(() => void refetch())
  // The first answer is hardly older than the first subscription.
  const onGap = () => {
    if (followed.current) throttled()
    followed.current = true
  }
  useTopic('packs', throttled, onGap)
}
