import { z } from 'zod'
import { email, newPassword } from './accounts.ts'
import { noBody, nothing, route } from './route.ts'
import { isoTime } from './shapes/time.ts'
import { authAnswer } from './shapes/user.ts'

/** The token of a link that a mail brought. */
export const linkToken = z.string().min(1, 'is needed').max(200)

const message = z.object({ message: z.string() })

export const verifyEmail = route({
  name: 'verifyEmail',
  method: 'POST',
  path: '/api/verify-email',
  summary:
    'Prove the own mail address by the link of a mail; the caller is signed in, and the first time what was signed in before no longer is',
  params: nothing,
  query: nothing,
  body: z.object({ token: linkToken }),
  answer: authAnswer,
  rate: 'register',
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
  rate: 'register',
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
  rate: 'register',
})

export const changeEmail = route({
  name: 'changeEmail',
  method: 'PUT',
  path: '/api/user/email',
  access: 'session',
  summary:
    'Ask for another mail address; it changes once the links in both mails, to the old and to the new address, were used',
  params: nothing,
  query: nothing,
  body: z.object({
    email,
    currentPassword: z
      .string('Current password is required')
      .min(1, 'Current password is required')
      .max(1000),
  }),
  answer: message,
  errors: [503],
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
  summary: 'Prove the old or the new address of a change by the link of a mail. Signs nobody in',
  params: nothing,
  query: nothing,
  body: z.object({ token: linkToken }),
  answer: z.object({ message: z.string(), changed: z.boolean() }),
  errors: [409],
  rate: 'register',
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
  rate: 'register',
})
