import type { OperationsPart } from '@stepledger/contracts/push/messages.ts'
import { useTopic } from '../../live/use-topic.ts'

/** Polling interval, ms, for changes without a message: parts that stop answering, and lag while nothing is folded. */
export const pollInterval = 20_000

/** Calls `refetch` when this part of the page changed, or messages may have been missed. */
export function useOperationsTopic(part: OperationsPart, refetch: () => void): void {
  useTopic(
    'ops',
    (message) => {
      if (message.type === 'switched' || (message.type === 'changed' && message.about === part)) refetch()
    },
    refetch,
  )
}
