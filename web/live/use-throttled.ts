import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { throttle } from './throttle.ts'

/** How often pushes may make a page fetch, in ms, unless another interval is given. */
const usualPause = 1000

/** The function to call instead of `act`: at once, then at most once in `pause` ms while the component is there. */
export function useThrottled(act: () => void, pause: number = usualPause): () => void {
  const latest = useEffectEvent(act)
  const slow = useRef<ReturnType<typeof throttle>>(null)
  useEffect(() => {
    const own = throttle(() => latest(), pause)
    slow.current = own
    return own.stop
  }, [pause])
  return useMemo(() => () => slow.current?.ask(), [])
}
