import { z } from 'zod'
import { email } from './accounts.ts'
import { knownPassword, linkToken } from './mail-links.ts'
import { route } from './route.ts'
import { messageAnswer } from './shapes/message.ts'

export const changeEmail = route('changeEmail', 'PUT /api/user/email', {
  access: 'session',
  needsProof: true,
  summary:
    'Request another mail address; it changes once both links, in the mails to the old and the new address, are used',
  body: z.object({ email }),
  answer: messageAnswer,
  rate: 'change',
})

export const getEmailChange = route('getEmailChange', 'GET /api/user/email', {
  access: 'session',
  summary: 'Get the pending change of the mail address, and which addresses are confirmed',
  answer: z.object({
    change: z.object({ email: z.string(), oldProved: z.boolean(), newProved: z.boolean() }).nullable(),
  }),
})

export const cancelEmailChange = route('cancelEmailChange', 'DELETE /api/user/email', {
  access: 'session',
  summary: 'Cancel the pending change of the mail address',
  answer: messageAnswer,
  errors: [409],
})

export const confirmEmail = route('confirmEmail', 'POST /api/confirm-email', {
  summary: 'Confirm the old or the new address of a change by the link in a mail. Does not sign in',
  /** `password`: required for the new address without a session of the player. */
  body: z.object({ token: linkToken, password: knownPassword.optional() }),
  answer: z.object({ message: z.string(), changed: z.boolean() }),
  errors: [409, 503],
  rate: 'link',
})
