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
