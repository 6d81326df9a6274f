import { z } from 'zod'
import { noBody, nothing, route } from './route.ts'
import { isoTime } from './shapes/time.ts'

/** A player has at most this many API keys. */
export const maxApiKeys = 20

/** `fingerprint`: the start of the key, enough to tell keys apart. */
export const apiKey = z.object({
  id: z.uuid(),
  fingerprint: z.string(),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
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
  summary: 'Make an API key; the whole key is shown this once',
  params: nothing,
  query: nothing,
  body: z.object({}).default({}),
  answer: z.object({ apiKey, key: z.string(), message: z.string() }),
  status: 201,
  errors: [409],
  grows: true,
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
