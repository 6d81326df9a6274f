import { z } from 'zod'
import { playerId } from '../ids.ts'
import { action } from './action.ts'
import { historyEntry } from './own-data.ts'
import { playerIdOrAlias } from './players.ts'
import { permission, route } from './route.ts'
import { isoTime } from './shapes/time.ts'

/** Length of the shown beginning of an API key. */
export const keyPrefixLength = 8

/** Maximum players and refusals in a response, and entries of the history of each player. */
export const playersFound = { players: 10, refusals: 50, history: 5 } as const

const foundPlayer = z.object({
  userId: playerId,
  alias: z.string(),
  profileImageUrl: z.string().nullable(),
  createdAt: isoTime,
  permissions: z.array(z.string()),
  lastPlayAt: isoTime.nullable(),
  /** Those that have not expired, oldest first, tokens for the command line included. */
  sessions: z.array(
    z.object({
      device: z.string(),
      createdAt: isoTime,
      lastUsedAt: isoTime.nullable(),
      expiresAt: isoTime,
    }),
  ),
  /** Oldest first. `prefix`: the first characters. */
  keys: z.array(z.object({ prefix: z.string(), createdAt: isoTime, lastUsedAt: isoTime.nullable() })),
  passkeys: z.array(
    z.object({ name: z.string().nullable(), createdAt: isoTime, lastUsedAt: isoTime.nullable() }),
  ),
  /** Newest first. */
  history: z.array(historyEntry).max(playersFound.history),
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
  command: 'who <query>',
  summary:
    'Find players by id, by parts of their alias or by the beginning of an API key: sessions, keys, passkeys, permissions, latest history, refusals of their keys',
  query: z.object({
    /** Of an API key, only the first `keyPrefixLength` characters count. */
    query: z.string().min(2).max(50).describe('alias or a part of it, id, or the beginning of an API key'),
  }),
  answer: z.object({
    players: z.array(foundPlayer).max(playersFound.players),
    /** Of the keys of these players, and of all keys that begin with the query, most frequent first. */
    refusals: z.array(keyRefusals).max(playersFound.refusals),
  }),
})

const account = z.object({ id: playerId, alias: z.string() })

const named = { alias: playerIdOrAlias.describe('alias or id of the player') }
const ofPermission = { ...named, permission: permission.describe(permission.options.join(' or ')) }

export const grantPermission = action('grantPermission', 'POST /api/admin/grant', {
  command: 'grant <alias> <permission>',
  summary: 'Grant a permission to a player, from the next request on',
  input: z.object(ofPermission),
  plan: z.object({ user: account, permissions: z.array(permission) }),
  /** `changed`: false if the player had it already. */
  done: z.object({ user: account, permissions: z.array(permission), changed: z.boolean() }),
  errors: [404],
})

export const revokePermission = action('revokePermission', 'POST /api/admin/revoke', {
  command: 'revoke <alias> <permission>',
  summary: 'Revoke a permission of a player, from the next request on',
  input: z.object(ofPermission),
  plan: z.object({ user: account, permissions: z.array(permission) }),
  /** `changed`: false if the player did not have it. */
  done: z.object({ user: account, permissions: z.array(permission), changed: z.boolean() }),
  confirm: 'Take the permission away?',
  errors: [404],
})

export const signOutPlayer = action('signOutPlayer', 'POST /api/admin/sign-out', {
  command: 'sign-out <alias>',
  summary: 'End all sessions of a player, from the next request on; the password stays as it is',
  input: z.object({
    ...named,
    keys: z.boolean().optional().describe('delete the API keys of the player as well'),
  }),
  /** Numbers of sessions that end and of API keys that are deleted. */
  plan: z.object({ user: account, sessions: z.int(), apiKeys: z.int() }),
  done: z.object({ sessions: z.int(), apiKeys: z.int() }),
  confirm: 'Sign the player out?',
  errors: [404],
})

export const eraseAccount = action('eraseAccount', 'POST /api/admin/erase', {
  command: 'erase <alias>',
  summary: 'Erase a player permanently: the account, all plays and files',
  input: z.object(named),
  /** Numbers of what is deleted. `rivalOf`: players who have the player as a rival. `mails`: that wait to be sent. */
  plan: z.object({
    user: account,
    plays: z.int(),
    rivals: z.int(),
    rivalOf: z.int(),
    sessions: z.int(),
    apiKeys: z.int(),
    passkeys: z.int(),
    mails: z.int(),
    uploads: z.int(),
    files: z.int(),
    history: z.int(),
  }),
  /** `folded`: whether no page shows the player any more; otherwise a projector has yet to fold it. */
  done: z.object({ playerId, folded: z.boolean() }),
  confirm: 'Erase this player? It cannot be undone.',
  errors: [404, 503],
})
