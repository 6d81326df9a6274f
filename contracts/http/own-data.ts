import { z } from 'zod'
import { route } from './route.ts'
import { pageMeta, pageNumber } from './shapes/paging.ts'
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

/** Whether the player's plays are included in the published data (contracts/analysis). */
const publishedData = z.object({ included: z.boolean() })

export const getPublishedData = route('getPublishedData', 'GET /api/user/published-data', {
  access: 'session',
  summary: "Get whether the caller's plays are included in the published data",
  answer: publishedData,
})

export const setPublishedData = route('setPublishedData', 'PUT /api/user/published-data', {
  access: 'session',
  summary: "Set whether the caller's plays are included in the published data, in a new series within a day",
  body: publishedData,
  answer: publishedData,
  rate: 'change',
})

/** Page size. */
export const historyPerPage = 20

/** A change of an account. `what`: 'Password changed'. `details`: values by name. */
export const historyEntry = z.object({
  at: isoTime,
  by: z.enum(['player', 'operator']),
  what: z.string(),
  details: z.record(z.string(), z.string()),
})
export type HistoryEntry = z.infer<typeof historyEntry>

export const getHistory = route('getHistory', 'GET /api/user/history', {
  access: 'session',
  summary: 'List changes of the account of the caller, newest first',
  query: z.object({ page: pageNumber.default(1) }),
  answer: z.object({ entries: z.array(historyEntry), meta: pageMeta }),
})

/** Days between confirmation by mail and erasure, in which it can be cancelled. */
export const daysToTakeBack = 7

/** Cooldown before the mail can be requested again, seconds. */
export const confirmationCooldown = 30

/** `asked`: not confirmed by mail yet. `due`: confirmed and scheduled. */
export const erasure = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('asked'), askedAt: isoTime }),
  z.object({ state: z.literal('due'), eraseAt: isoTime }),
])
export type Erasure = z.infer<typeof erasure>

export const getErasure = route('getErasure', 'GET /api/user/erasure', {
  access: 'session',
  summary: "Get the state of the erasure of the caller's account",
  answer: erasure,
})

export const askForErasure = route('askForErasure', 'POST /api/user/erasure', {
  access: 'session',
  needsProof: true,
  summary: "Request the erasure of the caller's account; it must be confirmed by the link in a mail",
  body: z.object({}).default({}),
  answer: erasure,
  rate: 'change',
})

export const cancelErasure = route('cancelErasure', 'DELETE /api/user/erasure', {
  access: 'session',
  summary: "Cancel the erasure of the caller's account",
  answer: erasure,
})
