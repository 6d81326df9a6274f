import { z } from 'zod'
import { nothing, route } from './route.ts'
import { passkeyAnswer } from './shapes/passkey-ceremony.ts'

/**
 * Either the password, or what a passkey signed after `startPasskeySignIn`. Routes with `needsProof` then accept the
 * session for some minutes.
 */
export const proveIdentity = route({
  name: 'proveIdentity',
  method: 'POST',
  path: '/api/user/proof',
  access: 'session',
  summary: 'Prove by the password or a passkey that the session is used by its player',
  params: nothing,
  query: nothing,
  body: z
    .object({
      password: z
        .string()
        .min(1, 'Password is required')
        .max(1000, 'Password must be no more than 1000 characters long')
        .optional(),
      credential: passkeyAnswer.optional(),
    })
    .refine(({ password, credential }) => (password === undefined) !== (credential === undefined), {
      path: ['password'],
      error: 'Password is required',
    }),
  answer: z.object({ message: z.string() }),
  errors: [503],
})
