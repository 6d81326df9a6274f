import { z } from 'zod'
import { route } from './route.ts'
import { isoTime } from './shapes/time.ts'

/** Days between confirmation by mail and erasure, in which it can be cancelled. */
export const daysToTakeBack = 7

/** Cooldown before the mail can be requested again, seconds. */
export const confirmationCooldown = 30

/** `asked`: not confirmed by mail yet. `due`: confirmed and scheduled. */
export const erasure = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('asked'), askedAt: isoTime }),
  z.object({ state: z.literal('due'), eraseAt: isoTime }),
])
export type Erasure = z.infer<typeof erasure>

export const getErasure = route('getErasure', 'GET /api/user/erasure', {
  access: 'session',
  summary: "Get the state of the erasure of the caller's account",
  answer: erasure,
})

export const askForErasure = route('askForErasure', 'POST /api/user/erasure', {
  access: 'session',
  needsProof: true,
  summary: "Request the erasure of the caller's account; it must be confirmed by the link in a mail",
  body: z.object({}).default({}),
  answer: erasure,
  rate: 'change',
})

export const cancelErasure = route('cancelErasure', 'DELETE /api/user/erasure', {
  access: 'session',
  summary: "Cancel the erasure of the caller's account",
  answer: erasure,
})
