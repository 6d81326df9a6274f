import { z } from 'zod'
import { timeZone } from './accounts.ts'
import { route } from './route.ts'
import { messageAnswer } from './shapes/message.ts'
import {
  passkeyAnswer,
  passkeyCreation,
  passkeyRegistration,
  passkeyRequest,
  passkeyTransport,
} from './shapes/passkey-ceremony.ts'
import { isoTime } from './shapes/time.ts'
import { authAnswer } from './shapes/user.ts'

/** Maximum passkeys per player. */
export const maxPasskeys = 20

/** Time limit for completing a ceremony, ms. */
export const ceremonyTime = 5 * 60 * 1000

/** The name of a passkey. Line breaks and control characters are replaced, because mails contain it. */
const passkeyName = z
  .string('Please enter a name for your passkey')
  .overwrite((text) =>
    text
      .replace(/\s+/g, ' ')
      .replace(/\p{Cc}/gu, '\uFFFD')
      .trim(),
  )
  .min(1, { error: 'Please enter a name for your passkey', abort: true })
  .max(100, 'The name must be no more than 100 characters long')
  .regex(/\S/)

/** `singleDevice`: not synchronised to other devices. */
export const passkey = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  deviceType: z.enum(['singleDevice', 'multiDevice']),
  transports: z.array(passkeyTransport),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
})
export type Passkey = z.infer<typeof passkey>

export const startPasskeyRegistration = route(
  'startPasskeyRegistration',
  'POST /api/passkey/register/start',
  {
    access: 'session',
    needsProof: true,
    summary: 'Start adding a passkey; a generic name is replaced by device and browser',
    body: z.object({ name: passkeyName }),
    answer: z.object({ options: passkeyCreation, passkeyName: z.string() }),
    errors: [409],
    rate: 'passkey',
  },
)

export const completePasskeyRegistration = route(
  'completePasskeyRegistration',
  'POST /api/passkey/register/complete',
  {
    // needsProof is not set, because the challenge was issued after a proof, within `ceremonyTime`.
    access: 'session',
    summary: 'Add the passkey that the browser created',
    body: z.object({ credential: passkeyRegistration, passkeyName }),
    answer: messageAnswer,
    errors: [409],
    grows: true,
    rate: 'change',
  },
)

export const startPasskeySignIn = route('startPasskeySignIn', 'POST /api/passkey/auth/start', {
  summary: 'Start signing in with any passkey',
  body: z.object({}).default({}),
  answer: z.object({ options: passkeyRequest }),
  rate: 'passkey',
})

export const completePasskeySignIn = route('completePasskeySignIn', 'POST /api/passkey/auth/complete', {
  summary: 'Sign in with a signed challenge, for 90 days with `rememberMe`, otherwise for 24 hours',
  body: z.object({
    credential: passkeyAnswer,
    rememberMe: z.boolean().default(false),
    timeZone: timeZone.optional(),
    /** The device token from an earlier sign-in of this browser. Invalid ones are ignored. */
    device: z.string().max(200).optional(),
  }),
  answer: authAnswer,
  errors: [401, 404],
  rate: 'passkey',
})

export const listPasskeys = route('listPasskeys', 'GET /api/passkeys', {
  access: 'session',
  summary: 'List the passkeys of the caller',
  answer: z.object({ passkeys: z.array(passkey) }),
})

export const renamePasskey = route('renamePasskey', 'PUT /api/passkey/:id', {
  access: 'session',
  summary: 'Rename a passkey',
  params: z.object({ id: z.uuid() }),
  body: z.object({ name: passkeyName }),
  answer: z.object({ passkey, message: z.string() }),
  errors: [404],
  rate: 'change',
})

export const deletePasskey = route('deletePasskey', 'DELETE /api/passkey/:id', {
  access: 'session',
  summary: 'Delete a passkey',
  params: z.object({ id: z.uuid() }),
  answer: messageAnswer,
  errors: [404],
  rate: 'passkey',
})
