import { z } from 'zod'
import { numericId } from '../ids.ts'
import { actionReason } from './action.ts'
import { route } from './route.ts'

export const decideWaitingPack = route('decideWaitingPack', 'POST /api/admin/waiting', {
  access: 'ledger.operate',
  summary: 'Accept or refuse all waiting charts of a pack',
  /** `expected`: the number of waiting charts that the operator saw. */
  body: z.object({
    packId: numericId,
    accepted: z.boolean(),
    expected: z.int().min(1),
    reason: actionReason,
  }),
  answer: z.object({ decided: z.int() }),
  errors: [409],
})
