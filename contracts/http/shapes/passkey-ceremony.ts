import { z } from 'zod'

/** WebAuthn messages in the JSON of the W3C; bytes are base64url. */
const bytes = z.base64url().min(1)

/** Transport between browser and authenticator. */
export const passkeyTransport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
export type PasskeyTransport = z.infer<typeof passkeyTransport>

const publicKey = z.literal('public-key')

/** Options for creating a passkey (PublicKeyCredentialCreationOptionsJSON). */
export const passkeyCreation = z.object({
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
export const passkeyRegistration = z.object({
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
export const passkeyRequest = z.object({
  challenge: bytes,
  rpId: z.string(),
  /** ms. */
  timeout: z.int(),
  userVerification: z.literal('required'),
})

/** A signed challenge (AuthenticationResponseJSON). */
export const passkeyAnswer = z.object({
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
