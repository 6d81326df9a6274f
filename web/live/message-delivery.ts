import type { ServerMessage } from '@stepledger/contracts/push/messages.ts'
import { createBatcher } from './batcher.ts'

export interface DeliveryOptions {
  readonly deliver: (message: ServerMessage) => void
  /** Called when messages were dropped. */
  readonly overflow: () => void
  /** Batches changes, so that pages render once. */
  readonly together: (act: () => void) => void
  /** Called when the server switches the read models' generation; resolves once the visible data is refetched. */
  readonly onSwitch: (generation: number) => Promise<void>
}

/**
 * Backpressure: messages are delivered at most once per `deliveryPause`, ms, and at most `maxBatch` at a time; on
 * overflow pages refetch instead.
 */
const deliveryPause = 100
const maxBatch = 500

/** Delivers messages in order and in batches. Those that arrive during a switch belong to the new generation and wait. */
export function createDelivery({ deliver, overflow, together, onSwitch }: DeliveryOptions) {
  /** Messages of the new generation; null unless a switch is in progress. */
  let delayed: ServerMessage[] | null = null
  const deliverAll = (messages: readonly ServerMessage[]) => {
    for (const message of messages) {
      if (delayed) delayed.push(message)
      else if (message.type === 'switched') delayUntil(onSwitch(message.generation))
      else deliver(message)
    }
  }
  const delayUntil = (switching: Promise<void>) => {
    delayed = []
    void switching
      .catch(() => {})
      .then(() => {
        const pending = delayed ?? []
        delayed = null
        if (pending.length > maxBatch) overflow()
        else together(() => deliverAll(pending))
      })
  }
  return createBatcher<ServerMessage>({
    deliver: (messages) => together(() => deliverAll(messages)),
    overflow,
    pause: deliveryPause,
    limit: maxBatch,
  })
}
