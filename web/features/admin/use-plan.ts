import type { Action } from '@stepledger/contracts/http/action.ts'
import type { Shape } from '@stepledger/contracts/http/route.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { useCall } from '../../api/use-call.ts'

/** Plans an action by a dry run; null plans nothing. */
export function usePlan<Input extends Shape, Plan extends Shape, Done extends Shape>(
  action: Action<Input, Plan, Done>,
  input: z.input<Input> | null,
) {
  const call = useCall()
  return useQuery({
    queryKey: ['private', action.name, { input }],
    queryFn:
      input === null ? skipToken : ({ signal }) => call(action, { body: { input, dryRun: true } }, signal),
  })
}
