import type { PushTopic, ServerMessage } from '@stepledger/contracts/push/messages.ts'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useDependencies } from '../app/use-dependencies.ts'

/** Follows a topic while mounted; null follows none. `onGap`: messages may have been missed, so fetch. */
export function useTopic(
  topic: PushTopic | null,
  onMessage: (message: ServerMessage) => void,
  onGap: () => void = () => {},
) {
  const { live } = useDependencies()
  const message = useEffectEvent(onMessage)
  const gap = useEffectEvent(onGap)
  useEffect(() => {
    if (topic === null) return
    return live.follow(topic, { onMessage: (m) => message(m), onGap: () => gap() })
  }, [live, topic])
}

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

/** Refetches, throttled, what any message of a topic changes; null follows none. */
export function useChangesOf(topic: PushTopic | null, refetch: () => unknown, pause?: number): void {
  const followed = useRef(false)
  const throttled = useThrottled(() => void refetch(), pause)
  // The first gap comes with the first subscription, right after the first fetch.
  const onGap = () => {
    if (followed.current) throttled()
    followed.current = true
  }
  useTopic(topic, throttled, onGap)
}

/**
 * Runs `act` at once, then at most once per `pause` ms. The trailing call is never dropped. Limits refetches of a chart
 * that many players play at the same time.
 */
export function throttle(act: () => void, pause: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  const run = () => {
    again = false
    timer = setTimeout(() => {
      timer = undefined
      if (again) run()
    }, pause)
    act()
  }
  return {
    call: () => {
      if (timer === undefined) run()
      else again = true
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
      again = false
    },
  }
}
