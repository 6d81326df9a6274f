import { z } from 'zod'
import { keyName } from './api-keys.ts'
import { route } from './route.ts'
import { messageAnswer } from './shapes/message.ts'
import { isoTime } from './shapes/time.ts'

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
