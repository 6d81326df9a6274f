import { z } from 'zod'
import { route } from './route.ts'
import { isoTime } from './shapes/time.ts'

/** Days until the zip expires. */
export const daysToDownload = 7

/** State of the export. `waiting`: queued behind other players. */
export const download = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('waiting') }),
  z.object({ state: z.literal('making'), playsDone: z.int(), playsTotal: z.int() }),
  z.object({ state: z.literal('ready'), bytes: z.int(), plays: z.int(), expiresAt: isoTime }),
  z.object({ state: z.literal('failed') }),
])
export type Download = z.infer<typeof download>

export const getDownload = route('getDownload', 'GET /api/user/download', {
  access: 'session',
  summary: "Get the state of the zip with the caller's data",
  answer: download,
})

export const startDownload = route('startDownload', 'POST /api/user/download', {
  access: 'session',
  needsProof: true,
  summary: "Start creating a zip with the caller's data; it replaces an earlier one",
  body: z.object({}).default({}),
  answer: download,
  grows: true,
})

/** `address`: a path on this host that works as a plain link. */
export const createDownloadAddress = route('createDownloadAddress', 'POST /api/user/download/address', {
  access: 'session',
  needsProof: true,
  summary:
    'Create an address of the zip that needs no token and is valid for ten minutes; it invalidates earlier addresses',
  body: z.object({}).default({}),
  answer: z.object({ address: z.string() }),
  errors: [404],
})

/** Validity of an address of the zip, minutes. */
export const minutesToFetch = 10

/** Path of the zip, with `?token=`. Not a `Route`, because the response is not JSON. */
export const downloadFilePath = '/api/user/download/file'
