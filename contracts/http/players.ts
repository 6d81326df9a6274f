import { z } from 'zod'
import { playerId } from '../ids.ts'
import { route } from './route.ts'
import { order } from './shapes/listing.ts'
import { pageMeta, pageNumber } from './shapes/paging.ts'
import { recentPlay } from './shapes/recent-play.ts'
import { boardName, requestedBoard } from './shapes/score.ts'
import { publicUser } from './shapes/user.ts'

/** Default page size of a profile's recent plays. */
export const profilePageSize = 10

/** Maximum results of a search on a profile; `total` does not exceed it either. */
export const maxPlaysFound = 10_000

/** Range of the meter filter: 6 includes lower meters, 17 higher ones. */
export const meterRange = { min: 6, max: 17 } as const

const meter = z.coerce.number().int().min(meterRange.min).max(meterRange.max)
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

export const profileQuery = z.object({
  page: pageNumber.default(1),
  limit: z.coerce.number().int().min(1).max(100).default(profilePageSize),
  search: z.string().trim().max(100).default(''),
  /** The leaderboard of `onBoard`. */
  leaderboard: requestedBoard,
  minMeter: meter.default(meterRange.min),
  maxMeter: meter.default(meterRange.max),
  includeUnknown: flag.default(true),
  orderBy: z.enum(['date', 'title']).default('date'),
  orderDirection: order.default('desc'),
})
export type ProfileQuery = z.infer<typeof profileQuery>

/**
 * What a counting play meant on the requested leaderboard. `rank`: the place that it holds now; null if a better play
 * holds one. `change`: signed percentage points from the player's best before it; null on the first.
 */
const playOnBoard = z.object({
  leaderboard: boardName,
  rank: z.int().positive().nullable(),
  change: z.string().nullable(),
})

/** `onBoard` is absent for a play that does not count, and in pushed rows. */
export const profilePlay = recentPlay.extend({ onBoard: playOnBoard.optional() })
export type ProfilePlay = z.infer<typeof profilePlay>

export const profilePage = z.object({
  ...publicUser.shape,
  userHasSubmittedScore: z.boolean(),
  recentPlays: z.array(profilePlay),
  recentPlaysMeta: pageMeta,
})
export type ProfilePage = z.infer<typeof profilePage>

/** A text that is a valid id is never treated as an alias. */
export const playerIdOrAlias = z.union([playerId, z.string().min(3).max(100)])

export const getPlayer = route('getPlayer', 'GET /api/user/:id', {
  summary: `Get a player by id or by a current or former alias, with recent plays, filters, sort order and pagination; a search returns at most ${maxPlaysFound.toLocaleString('en')} plays`,
  params: z.object({ id: playerIdOrAlias }),
  query: profileQuery,
  answer: profilePage,
  errors: [404],
})

/** Minimum characters of a search for players, and maximum results. */
export const minAliasSearch = 2
export const maxAliasesFound = 10

const foundPlayer = z.object({ userId: playerId, alias: z.string(), profileImageUrl: z.string().nullable() })
export type FoundPlayer = Readonly<z.infer<typeof foundPlayer>>

export const autocompleteUsers = route('autocompleteUsers', 'GET /api/users/autocomplete', {
  summary:
    'Find players whose alias contains all words of a text, case-insensitively; those whose alias starts with the longest word come first',
  query: z.object({
    /** Surrounding spaces are ignored. */
    query: z.string().min(minAliasSearch).max(50),
  }),
  answer: z.object({ users: z.array(foundPlayer).max(maxAliasesFound) }),
})
