import type { Route, Shape } from '@stepledger/contracts/http/route.ts'
import type { OperationsPart } from '@stepledger/contracts/push/messages.ts'
import type { RouteInput } from '../../api/request.ts'
import { useRead } from '../../api/use-call.ts'
import { useTopic } from '../../live/use-topic.ts'

/** Polling interval, ms, for changes without a message: parts that stop answering, and lag while nothing is folded. */
const pollInterval = 20_000

/** A read of the page, refetched when its part of the page changed or messages may have been missed. */
export function useOperationsRead<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  route: Route<P, Q, B, A>,
  part: OperationsPart,
  input: RouteInput<P, Q, B> = {},
) {
  const read = useRead(route, input, { every: () => pollInterval })
  const refetch = () => void read.refetch()
  useTopic(
    'ops',
    (message) => {
      if (message.type === 'switched' || (message.type === 'changed' && message.about === part)) refetch()
    },
    refetch,
  )
  return read
}
