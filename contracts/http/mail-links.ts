import { z } from 'zod'
import { email, newPassword } from './accounts.ts'
import { route } from './route.ts'
import { messageAnswer } from './shapes/message.ts'
import { isoTime } from './shapes/time.ts'
import { authAnswer } from './shapes/user.ts'

export const linkToken = z.string().min(1, 'is needed').max(200)

export const linkPurpose = z.enum([
  'verifyEmail',
  'resetPassword',
  'proveOldEmail',
  'proveNewEmail',
  'confirmErasure',
])
export type LinkPurpose = z.infer<typeof linkPurpose>

/**
 * `isOwn`: the caller's session belongs to the player of the link. `expired` includes unknown tokens and links that a
 * later one replaced.
 */
const mailLink = z.discriminatedUnion('state', [
  z.object({ state: z.literal('open'), purpose: linkPurpose, alias: z.string(), isOwn: z.boolean() }),
  z.object({ state: z.literal('used'), purpose: linkPurpose }),
  z.object({ state: z.literal('expired') }),
])
export type MailLink = z.infer<typeof mailLink>

export const checkMailLink = route('checkMailLink', 'POST /api/mail-link', {
  summary: 'Check the link in a mail: state, purpose and player. Changes nothing',
  body: z.object({ token: linkToken }),
  answer: mailLink,
  rate: 'link',
})

/** The current password of an account, as a proof. */
const knownPassword = z.string().min(1, 'Enter your password').max(1000, 'Wrong password')

export const verifyEmail = route('verifyEmail', 'POST /api/verify-email', {
  summary: 'Verify a mail address by the link in a mail, and sign in',
  /**
   * With a session of the player or `password`, existing sessions and keys stay valid. `newPassword` is for callers who
   * don't know the password: it revokes all sessions, API keys and passkeys.
   */
  body: z.object({
    token: linkToken,
    password: knownPassword.optional(),
    newPassword: newPassword.optional(),
  }),
  answer: authAnswer,
  errors: [409, 503],
  rate: 'link',
})

export const resendVerification = route('resendVerification', 'POST /api/resend-verification', {
  access: 'session',
  summary: 'Send the verification mail again',
  body: z.unknown(),
  answer: messageAnswer,
  errors: [409],
})

export const requestPasswordReset = route('requestPasswordReset', 'POST /api/request-password-reset', {
  summary: 'Send a link that resets the password; the response does not reveal whether the account exists',
  body: z.object({ email }),
  answer: messageAnswer,
  errors: [429],
  rate: 'none',
})

export const resetPassword = route('resetPassword', 'POST /api/reset-password', {
  summary:
    'Set a new password by the link in a mail; revokes all sessions, API keys and passkeys, and signs in',
  body: z.object({ token: linkToken, password: newPassword }),
  answer: authAnswer,
  errors: [503],
  rate: 'link',
})

export const confirmErasure = route('confirmErasure', 'POST /api/confirm-deletion', {
  summary: 'Confirm the deletion of an account by the link in a mail; it is deleted 7 days later',
  body: z.object({ token: linkToken }),
  answer: z.object({ message: z.string(), eraseAt: isoTime }),
  rate: 'link',
})

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
