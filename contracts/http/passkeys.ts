import { z } from 'zod'
import { enteredPassword, timeZone } from './accounts.ts'
import { route } from './route.ts'
import { messageAnswer } from './shapes/message.ts'
import { isoTime } from './shapes/time.ts'
import { authAnswer } from './shapes/user.ts'

/** WebAuthn messages in the JSON of the W3C; bytes are base64url. */
const bytes = z.base64url().min(1)

/** Transport between browser and authenticator. */
export const passkeyTransport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
export type PasskeyTransport = z.infer<typeof passkeyTransport>

const publicKey = z.literal('public-key')

/** Options for creating a passkey (PublicKeyCredentialCreationOptionsJSON). */
const passkeyCreation = z.object({
  challenge: bytes,
  rp: z.object({ name: z.string(), id: z.string() }),
  /** `id`: the bytes of the player's id. */
  user: z.object({ id: bytes, name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  /** ms. */
  timeout: z.int(),
  attestation: z.literal('none'),
  /** The existing passkeys of the player. */
  excludeCredentials: z.array(
    z.object({ id: bytes, type: publicKey, transports: z.array(passkeyTransport) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

/** A created passkey (RegistrationResponseJSON). */
const passkeyRegistration = z.object({
  id: bytes,
  rawId: bytes,
  type: publicKey,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string()).default([]),
  }),
})

/** Options for signing in (PublicKeyCredentialRequestOptionsJSON), with any passkey of this site. */
const passkeyRequest = z.object({
  challenge: bytes,
  rpId: z.string(),
  /** ms. */
  timeout: z.int(),
  userVerification: z.literal('required'),
})

/** A signed challenge (AuthenticationResponseJSON). */
const passkeyAnswer = z.object({
  id: bytes,
  rawId: bytes,
  type: publicKey,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
})

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
const passkey = z.object({
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
