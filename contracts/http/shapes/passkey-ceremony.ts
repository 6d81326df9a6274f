import { z } from 'zod'

/** What WebAuthn sends to and fro, in the JSON of the W3C: bytes are base64url. */
const bytes = z.base64url().min(1)

/** How a browser reaches the device that holds a passkey. */
export const passkeyTransport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
export type PasskeyTransport = z.infer<typeof passkeyTransport>

const publicKey = z.literal('public-key')

/** What a browser is asked to make. */
export const passkeyCreation = z.object({
  challenge: bytes,
  rp: z.object({ name: z.string(), id: z.string() }),
  /** `id`: the bytes of the player's id. */
  user: z.object({ id: bytes, name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  /** ms. */
  timeout: z.int(),
  attestation: z.literal('none'),
  /** Those that the player has already. */
  excludeCredentials: z.array(
    z.object({ id: bytes, type: publicKey, transports: z.array(passkeyTransport) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyCreation = z.infer<typeof passkeyCreation>

/** What it made. Transports that nobody knows are left out. */
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

/** What a browser is asked to sign, with whichever passkey of this site its player chooses. */
export const passkeyRequest = z.object({
  challenge: bytes,
  rpId: z.string(),
  /** ms. */
  timeout: z.int(),
  userVerification: z.literal('required'),
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>

/** What it signed. */
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
