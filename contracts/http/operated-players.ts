import { z } from 'zod'
import { playerId } from '../ids.ts'
import { route } from './route.ts'
import { isoTime } from './shapes/time.ts'

/** Length of the shown beginning of an API key. */
export const keyPrefixLength = 8

/** Maximum players and refusals in a response. */
export const playersFound = { players: 10, refusals: 50 } as const

const foundPlayer = z.object({
  userId: playerId,
  alias: z.string(),
  profileImageUrl: z.string().nullable(),
  createdAt: isoTime,
  permissions: z.array(z.string()),
  lastPlayAt: isoTime.nullable(),
  /** Oldest first. `prefix`: the first characters. */
  keys: z.array(z.object({ prefix: z.string(), createdAt: isoTime, lastUsedAt: isoTime.nullable() })),
})
export type FoundPlayer = z.infer<typeof foundPlayer>

/** Refused plays of the last seven days with one key and for one reason, with the last error as a sample. */
const keyRefusals = z.object({
  /** The first characters of the API key. */
  key: z.string(),
  reason: z.string(),
  count: z.int(),
  lastAt: isoTime,
  /** The game and module that sent the last one, if known. */
  client: z.string().nullable(),
  sample: z.string(),
})
export type KeyRefusals = z.infer<typeof keyRefusals>

export const findPlayers = route('findPlayers', 'GET /api/admin/players', {
  access: 'ledger.operate',
  summary:
    'Find players by id, by parts of their alias or by the beginning of an API key, with the refusals of their keys',
  query: z.object({
    /** Of an API key, only the first `keyPrefixLength` characters count. */
    query: z.string().min(2).max(50),
  }),
  answer: z.object({
    players: z.array(foundPlayer).max(playersFound.players),
    /** Of the keys of these players, and of all keys that begin with the query, most frequent first. */
    refusals: z.array(keyRefusals).max(playersFound.refusals),
  }),
})
