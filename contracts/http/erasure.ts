import { z } from 'zod'
import { noBody, nothing, route } from './route.ts'
import { isoTime } from './shapes/time.ts'

/** Days between the proof of the mail and the erasure, in which it can be taken back. */
export const daysToTakeBack = 7

/** Seconds after which the mail can be asked for again. */
export const confirmationCooldown = 30

/** `asked`: the mail was not confirmed yet. `due`: it was, and then the account is erased. */
export const erasure = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('asked'), askedAt: isoTime }),
  z.object({ state: z.literal('due'), eraseAt: isoTime }),
])
export type Erasure = z.infer<typeof erasure>

export const getErasure = route({
  name: 'getErasure',
  method: 'GET',
  path: '/api/user/erasure',
  access: 'session',
  summary: 'Whether the own account is to be erased, and when',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: erasure,
})

export const askForErasure = route({
  name: 'askForErasure',
  method: 'POST',
  path: '/api/user/erasure',
  access: 'session',
  needsProof: true,
  summary:
    'Ask for the own account to be erased; a mail is sent whose link proves that the address is the own',
  params: nothing,
  query: nothing,
  body: z.object({}).default({}),
  answer: erasure,
})

export const takeBackErasure = route({
  name: 'takeBackErasure',
  method: 'DELETE',
  path: '/api/user/erasure',
  access: 'session',
  summary: 'Take back the erasure of the own account',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: erasure,
})
