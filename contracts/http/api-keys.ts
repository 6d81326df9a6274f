import { z } from 'zod'
import { noBody, nothing, route } from './route.ts'
import { isoTime } from './shapes/time.ts'

/** A player has at most this many API keys. */
export const maxApiKeys = 20

/**
 * `fingerprint`: the start of the key, enough to tell keys apart. `name`: the device on which it was made, as its
 * browser said. Of its last use, not finer than a minute: when, from which network (an address without its end), and by
 * which game and module.
 */
export const apiKey = z.object({
  id: z.uuid(),
  fingerprint: z.string(),
  name: z.string().nullable(),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
  lastUsedNetwork: z.string().nullable(),
  lastUsedClient: z.string().nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

export const listApiKeys = route({
  name: 'listApiKeys',
  method: 'GET',
  path: '/api/api-keys',
  access: 'session',
  summary: "The caller's API keys",
  params: nothing,
  query: nothing,
  body: noBody,
  answer: z.object({ apiKeys: z.array(apiKey) }),
})

export const createApiKey = route({
  name: 'createApiKey',
  method: 'POST',
  path: '/api/api-keys',
  access: 'session',
  needsProof: true,
  summary: 'Make an API key; the whole key is shown this once',
  params: nothing,
  query: nothing,
  body: z.object({}).default({}),
  answer: z.object({ apiKey, key: z.string(), message: z.string() }),
  status: 201,
  errors: [409],
  grows: true,
})

export const getKeyFile = route({
  name: 'getKeyFile',
  method: 'GET',
  path: '/api/stepledger.ini',
  access: 'session',
  needsProof: true,
  summary: "Make an API key, and get it as the file that the game reads in the player's profile folder",
  params: nothing,
  query: nothing,
  body: noBody,
  media: 'text/plain',
  answer: z.string(),
  errors: [409, 507],
  grows: true,
  rate: 'write',
})

export const deleteApiKey = route({
  name: 'deleteApiKey',
  method: 'DELETE',
  path: '/api/api-key/:id',
  access: 'session',
  summary: 'Delete an API key; the game that uses it is shut out at once',
  params: z.object({ id: z.uuid() }),
  query: nothing,
  body: noBody,
  answer: z.object({ message: z.string() }),
  errors: [404],
})
