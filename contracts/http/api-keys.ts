import { z } from 'zod'
import { route } from './route.ts'
import { messageAnswer } from './shapes/message.ts'
import { isoTime } from './shapes/time.ts'

/** Maximum API keys per player. */
export const maxApiKeys = 20

/** The name of a key. Line breaks and control characters are replaced. */
export const keyName = z
  .string('Please enter a name for your API key')
  .overwrite((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim())
  .min(1, { error: 'Please enter a name for your API key', abort: true })
  .max(60, 'The name must be no more than 60 characters long')

/**
 * `fingerprint`: prefix of the key, to tell keys apart. `name`: by default the device on which it was created. `machine`:
 * what asked for it with a code, as it calls itself. The last use is accurate to a minute: time, network (a truncated
 * address), and version of game and module.
 */
export const apiKey = z.object({
  id: z.uuid(),
  fingerprint: z.string(),
  name: z.string().nullable(),
  machine: z.string().nullable(),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
  lastUsedNetwork: z.string().nullable(),
  lastUsedClient: z.string().nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

export const listApiKeys = route('listApiKeys', 'GET /api/api-keys', {
  access: 'session',
  summary: 'List the API keys of the caller',
  answer: z.object({ apiKeys: z.array(apiKey) }),
})

export const createApiKey = route('createApiKey', 'POST /api/api-keys', {
  access: 'session',
  needsProof: true,
  summary: 'Create an API key; the response is the only one with the whole key',
  body: z.object({ name: keyName.optional() }).default({}),
  answer: z.object({ apiKey, key: z.string(), message: z.string() }),
  status: 201,
  errors: [409],
  grows: true,
  rate: 'change',
})

export const getKeyFile = route('getKeyFile', 'GET /api/stepledger.ini', {
  access: 'session',
  needsProof: true,
  summary: "Create an API key, as the file for the player's profile folder in the game",
  media: 'text/plain',
  answer: z.string(),
  errors: [409, 507],
  grows: true,
  rate: 'write',
})

/** The name of the key file in the folder of the player's profile. */
export const keyFileName = 'Stepledger.ini'

/**
 * Returns the content of the key file. `origin`: the server's origin as seen by the game, such as
 * `https://stepledger.example`. Has no byte order mark, which would hide the first section from the game.
 */
export function keyFile(key: string, origin: string): string {
  return `[Stepledger]\nApiKey=${key}\nHost=${origin}\n`
}

export const deleteApiKey = route('deleteApiKey', 'DELETE /api/api-key/:id', {
  access: 'session',
  summary: 'Delete an API key, with immediate effect',
  params: z.object({ id: z.uuid() }),
  answer: messageAnswer,
  errors: [404],
})

export const renameApiKey = route('renameApiKey', 'PUT /api/api-key/:id', {
  access: 'session',
  summary: 'Rename an API key',
  params: z.object({ id: z.uuid() }),
  body: z.object({ name: keyName }),
  answer: z.object({ apiKey }),
  errors: [404],
})

/** Letters of the code that people read and type: no vowels, so no words, and none that looks like a digit. */
export const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ'

/** Validity of a code, and the least time between two polls, s. */
export const deviceCodeSeconds = 900
export const pollSeconds = 5

/** What a machine says about itself. Characters that change how the page shows it are replaced: anybody may send it. */
const said = (longest: number) =>
  z
    .string()
    .overwrite((text) => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim())
    .min(1)
    .max(longest)

/** OAuth 2.0 Device Authorization Grant (RFC 8628), its names and errors, in JSON. */
export const startDeviceLink = route('startDeviceLink', 'POST /v1/device', {
  summary: 'Ask for a code with which a player links this machine to an account (RFC 8628)',
  body: z.object({ client: said(60), version: said(40), machine: said(60).optional() }),
  answer: z.object({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.url(),
    verification_uri_complete: z.url(),
    expires_in: z.int(),
    interval: z.int(),
  }),
  rate: 'code',
})

/** In `error` of `pollDeviceLink`, with status 400. */
export type PollError = 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token'

export const pollDeviceLink = route('pollDeviceLink', 'POST /v1/device/token', {
  summary:
    'Get the API key once the player has allowed the machine. Until the first call with the key the same code gets the same key. 400 with authorization_pending, slow_down, access_denied or expired_token',
  body: z.object({ device_code: z.string().min(1).max(100) }),
  answer: z.object({ key: z.string(), alias: z.string() }),
})

const userCode = z.object({
  userCode: z
    .string()
    .regex(
      new RegExp(`^[${userCodeLetters}]{4}[- ]?[${userCodeLetters}]{4}$`, 'i'),
      'A code has eight letters, such as BCDF-GHJK',
    ),
})

/** `network`: truncated address that asked. `machine`: name of the machine, if it has one. */
export const deviceLink = z.object({
  userCode: z.string(),
  client: z.string(),
  machine: z.string().nullable(),
  network: z.string().nullable(),
  askedAt: isoTime,
  expiresAt: isoTime,
  state: z.enum(['waiting', 'allowed', 'refused']),
})
export type DeviceLink = z.infer<typeof deviceLink>

export const getDeviceLink = route('getDeviceLink', 'GET /api/device/:userCode', {
  access: 'session',
  summary: 'Get which machine asks with this code, from where and since when',
  params: userCode,
  answer: deviceLink,
  errors: [404],
  rate: 'code',
})

export const decideDeviceLink = route('decideDeviceLink', 'POST /api/device/:userCode', {
  access: 'session',
  needsProof: true,
  summary: 'Allow the machine to send plays for the caller, with a key of this name, or refuse it',
  params: userCode,
  body: z.discriminatedUnion('allow', [
    z.object({ allow: z.literal(true), name: keyName }),
    z.object({ allow: z.literal(false) }),
  ]),
  answer: messageAnswer,
  errors: [404, 409],
  grows: true,
  rate: 'code',
})
