import { getOperatedPlay, getWipe, previewWipe } from '@stepledger/contracts/http/operated-plays.ts'
import { getOperatedRules } from '@stepledger/contracts/http/operated-rules.ts'
import { getOperatedUploads, getOperations, getOperatorAudit } from '@stepledger/contracts/http/operations.ts'
import type { Route, Shape } from '@stepledger/contracts/http/route.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { RouteInput } from '../../api/request.ts'
import { useCall } from '../../api/use-call.ts'

/** The reads of the page, with any parameters. */
const shown = [
  getOperations,
  getOperatedRules,
  getOperatedUploads,
  getOperatorAudit,
  getOperatedPlay,
  getWipe,
  previewWipe,
].map(({ name }) => ['private', name])

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
      for (const queryKey of shown) void queries.invalidateQueries({ queryKey })
    }
  }
}
