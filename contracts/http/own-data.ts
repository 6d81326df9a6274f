import { z } from 'zod'
import { noBody, nothing, route } from './route.ts'
import { isoTime } from './shapes/time.ts'

/** Days for which the zip is kept. */
export const daysToDownload = 7

/** `waiting`: for the zips of others. `failed`: try again. */
export const download = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('waiting') }),
  z.object({ state: z.literal('making'), playsDone: z.int(), playsTotal: z.int() }),
  z.object({ state: z.literal('ready'), bytes: z.int(), plays: z.int(), expiresAt: isoTime }),
  z.object({ state: z.literal('failed') }),
])
export type Download = z.infer<typeof download>

export const getDownload = route({
  name: 'getDownload',
  method: 'GET',
  path: '/api/user/download',
  access: 'session',
  summary: 'How far the zip of the own data is',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: download,
})

export const startDownload = route({
  name: 'startDownload',
  method: 'POST',
  path: '/api/user/download',
  access: 'session',
  needsProof: true,
  summary: 'Make a zip of the own data, in the background; one that is ready gives way to the new one',
  params: nothing,
  query: nothing,
  body: z.object({}).default({}),
  answer: download,
  grows: true,
})

/** `address`: on this host, for a plain link. */
export const addressDownload = route({
  name: 'addressDownload',
  method: 'POST',
  path: '/api/user/download/address',
  access: 'session',
  needsProof: true,
  summary:
    'An address under which the zip can be fetched without a token, for ten minutes; it makes the one before useless',
  params: nothing,
  query: nothing,
  body: z.object({}).default({}),
  answer: z.object({ address: z.string() }),
  errors: [404],
})

/** How long an address of the zip is good for, minutes. */
export const minutesToFetch = 10

/** Where the zip is fetched, with `?token=`; what comes is no JSON, so it is no route of its own. */
export const downloadFilePath = '/api/user/download/file'
