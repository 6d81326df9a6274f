import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { throttle } from './throttle.ts'

/** Default pause between refetches caused by push messages, ms. */
const defaultPause = 1000

/** A throttled form of `act`, cancelled on unmount. */
export function useThrottled(act: () => void, pause: number = defaultPause): () => void {
  const latest = useEffectEvent(act)
  const slow = useRef<ReturnType<typeof throttle>>(null)
  useEffect(() => {
    const own = throttle(() => latest(), pause)
    slow.current = own
    return own.stop
  }, [pause])
  return useMemo(() => () => slow.current?.call(), [])
}
