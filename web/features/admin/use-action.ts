import { getOperatedUploads, getOperations, getOperatorAudit } from '@stepledger/contracts/http/operations.ts'
import type { Route, Shape } from '@stepledger/contracts/http/route.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { RouteInput } from '../../api/request.ts'
import { readKey, useCall } from '../../api/use-call.ts'

/** Returns a function that calls a route, and then refetches what the page shows. */
export function useAction<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  route: Route<P, Q, B, A>,
): (input: RouteInput<P, Q, B>) => Promise<void> {
  const call = useCall()
  const queries = useQueryClient()
  return async (input) => {
    try {
      await call(route, input)
    } finally {
      for (const queryKey of [readKey(getOperations), readKey(getOperatedUploads), readKey(getOperatorAudit)])
        void queries.invalidateQueries({ queryKey })
    }
  }
}
