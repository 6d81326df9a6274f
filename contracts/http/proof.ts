import { z } from 'zod'
import { route } from './route.ts'
import { messageAnswer } from './shapes/message.ts'
import { passkeyAnswer } from './shapes/passkey-ceremony.ts'
import { enteredPassword } from './shapes/password.ts'

/**
 * Takes either the password or a challenge of `startPasskeySignIn` signed by a passkey. Routes with `needsProof` then
 * accept the session for `minutesOfProof`.
 */
export const proveIdentity = route('proveIdentity', 'POST /api/user/proof', {
  access: 'session',
  summary: 'Prove the identity of the caller again, by password or passkey',
  body: z
    .object({
      password: enteredPassword.optional(),
      credential: passkeyAnswer.optional(),
    })
    .refine(({ password, credential }) => (password === undefined) !== (credential === undefined), {
      path: ['password'],
      error: 'Password is required',
    }),
  answer: messageAnswer,
  errors: [503],
})
