import { z } from 'zod'
import { email, newPassword } from './accounts.ts'
import { noBody, nothing, route } from './route.ts'
import { isoTime } from './shapes/time.ts'
import { authAnswer } from './shapes/user.ts'

/** The token of a link that a mail brought. */
export const linkToken = z.string().min(1, 'is needed').max(200)

const message = z.object({ message: z.string() })

/** What the link of a mail is for. */
export const linkPurpose = z.enum([
  'verifyEmail',
  'resetPassword',
  'proveOldEmail',
  'proveNewEmail',
  'confirmErasure',
])
export type LinkPurpose = z.infer<typeof linkPurpose>

/**
 * `isOwn`: the caller's session is of the player the link is for. `expired` also covers tokens that never existed and
 * links that were replaced by a later one.
 */
export const mailLink = z.discriminatedUnion('state', [
  z.object({ state: z.literal('open'), purpose: linkPurpose, alias: z.string(), isOwn: z.boolean() }),
  z.object({ state: z.literal('used'), purpose: linkPurpose }),
  z.object({ state: z.literal('expired') }),
])
export type MailLink = z.infer<typeof mailLink>

export const checkMailLink = route({
  name: 'checkMailLink',
  method: 'POST',
  path: '/api/mail-link',
  summary: 'Whether the link of a mail can be used, for what and by whom. Changes nothing',
  params: nothing,
  query: nothing,
  body: z.object({ token: linkToken }),
  answer: mailLink,
  rate: 'link',
})

/** The password of an account, as proof that the caller knows it. */
const knownPassword = z.string().min(1, 'Enter your password').max(1000, 'Wrong password')

export const verifyEmail = route({
  name: 'verifyEmail',
  method: 'POST',
  path: '/api/verify-email',
  summary: 'Verify the own mail address by the link of a mail; the caller is signed in',
  params: nothing,
  query: nothing,
  /**
   * A session of the player, or `password`, keeps everything made before. `newPassword` is for callers who don't know
   * the password: it replaces it and ends all sessions, API keys and passkeys.
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

export const resendVerification = route({
  name: 'resendVerification',
  method: 'POST',
  path: '/api/resend-verification',
  access: 'session',
  summary: 'Send the mail that proves the own address once more',
  params: nothing,
  query: nothing,
  body: z.unknown(),
  answer: message,
  errors: [409],
})

export const requestPasswordReset = route({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/api/request-password-reset',
  summary: 'Send a link that resets the password, if an account has this address; the answer does not tell',
  params: nothing,
  query: nothing,
  body: z.object({ email }),
  answer: message,
  errors: [429],
  rate: 'none',
})

export const resetPassword = route({
  name: 'resetPassword',
  method: 'POST',
  path: '/api/reset-password',
  summary:
    'Choose a new password by the link of a mail; every session, API key and passkey ends, and the caller is signed in',
  params: nothing,
  query: nothing,
  body: z.object({ token: linkToken, password: newPassword }),
  answer: authAnswer,
  errors: [503],
  rate: 'link',
})

export const changeEmail = route({
  name: 'changeEmail',
  method: 'PUT',
  path: '/api/user/email',
  access: 'session',
  needsProof: true,
  summary:
    'Ask for another mail address; it changes once the links in both mails, to the old and to the new address, were used',
  params: nothing,
  query: nothing,
  body: z.object({ email }),
  answer: message,
})

export const getEmailChange = route({
  name: 'getEmailChange',
  method: 'GET',
  path: '/api/user/email',
  access: 'session',
  summary: 'Which other address the account is to have, and which of the two was proved; null: none',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: z.object({
    change: z.object({ email: z.string(), oldProved: z.boolean(), newProved: z.boolean() }).nullable(),
  }),
})

export const cancelEmailChange = route({
  name: 'cancelEmailChange',
  method: 'DELETE',
  path: '/api/user/email',
  access: 'session',
  summary: 'Keep the address there is',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: message,
  errors: [409],
})

export const confirmEmail = route({
  name: 'confirmEmail',
  method: 'POST',
  path: '/api/confirm-email',
  summary: 'Confirm the old or the new address of a change by the link of a mail. Signs nobody in',
  params: nothing,
  query: nothing,
  /** `password`: needed for the new address, unless the call comes with a session of the player. */
  body: z.object({ token: linkToken, password: knownPassword.optional() }),
  answer: z.object({ message: z.string(), changed: z.boolean() }),
  errors: [409, 503],
  rate: 'link',
})

export const confirmErasure = route({
  name: 'confirmErasure',
  method: 'POST',
  path: '/api/confirm-deletion',
  summary: 'Confirm by the link of a mail that an account is to be deleted, 7 days from now',
  params: nothing,
  query: nothing,
  body: z.object({ token: linkToken }),
  answer: z.object({ message: z.string(), eraseAt: isoTime }),
  rate: 'link',
})
