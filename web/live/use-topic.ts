import type { PushTopic, ServerMessage } from '@stepledger/contracts/push/messages.ts'
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import type { Live } from './connection.ts'

export const LiveContext = createContext<Live | null>(null)

/** Follows a topic while mounted; null follows none. `onGap`: messages may have been missed, so fetch. */
export function useTopic(
  topic: PushTopic | null,
  onMessage: (message: ServerMessage) => void,
  onGap: () => void,
) {
  const live = useContext(LiveContext)
  const message = useEffectEvent(onMessage)
  const gap = useEffectEvent(onGap)
  useEffect(() => {
    if (live === null || topic === null) return
    return live.follow(topic, { onMessage: (m) => message(m), onGap: () => gap() })
  }, [live, topic])
}
