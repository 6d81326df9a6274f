import { z } from 'zod'
import { actionReason } from './action.ts'
import { route } from './route.ts'

export const retryParkedEvents = route('retryParkedEvents', 'POST /api/admin/parked/retry', {
  access: 'ledger.operate',
  summary: 'Retry folding the parked events of the live generation, and a build that stopped',
  body: z.object({ reason: actionReason }),
  /** Number of events that the projector will retry. */
  answer: z.object({ events: z.int() }),
})

export const rollBack = route('rollBack', 'POST /api/admin/rollback', {
  access: 'ledger.operate',
  summary: 'Switch back to the generation that was live before, once it is up to date',
  /** `generation`: the id of the previous generation. */
  body: z.object({ generation: z.int().min(1), reason: actionReason }),
  answer: z.object({ generation: z.int() }),
  errors: [409],
})
