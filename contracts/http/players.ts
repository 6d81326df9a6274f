import { z } from 'zod'
import { playerId } from '../ids.ts'
import { noBody, nothing, route } from './route.ts'
import { pageMeta, pageNumber } from './shapes/paging.ts'
import { recentPlay } from './shapes/recent-play.ts'
import { publicUser } from './shapes/user.ts'

/** Recent plays on a page of a profile, unless the request asks for another number. */
export const profilePageSize = 10

/**
 * A search, and the order by score, show this many plays, the first ones in the order asked for; the total counts no
 * more.
 */
export const mostPlaysFound = 10_000

/** The ends of the meter filter: 6 means 6 and below, 17 means 17 and above. */
export const meterRange = { min: 6, max: 17 } as const

const meter = z.coerce.number().int().min(meterRange.min).max(meterRange.max)
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

export const profileQuery = z.object({
  page: pageNumber.default(1),
  limit: z.coerce.number().int().min(1).max(100).default(profilePageSize),
  search: z.string().trim().max(100).default(''),
  /** Orders by score: HardEX, EX or ITG, HardEX by default. */
  leaderboard: z.string().max(20).optional(),
  minMeter: meter.default(meterRange.min),
  maxMeter: meter.default(meterRange.max),
  includeUnknown: flag.default(true),
  orderBy: z.enum(['date', 'title', 'score']).default('date'),
  orderDirection: z.enum(['asc', 'desc']).default('desc'),
})
export type ProfileQuery = z.infer<typeof profileQuery>

export const profilePage = z.object({
  ...publicUser.shape,
  userHasSubmittedScore: z.boolean(),
  recentPlays: z.array(recentPlay),
  recentPlaysMeta: pageMeta,
})
export type ProfilePage = z.infer<typeof profilePage>

/** An alias that is written like an id is none here: ids go first. */
const playerIdOrAlias = z.union([playerId, z.string().min(3).max(100)])

export const getPlayer = route({
  name: 'getPlayer',
  method: 'GET',
  path: '/api/user/:id',
  summary: `A player, by id or by an alias of now or before, with recent plays, filtered, ordered and in pages; of a search, and by score, the first ${mostPlaysFound.toLocaleString('en')}`,
  params: z.object({ id: playerIdOrAlias }),
  query: profileQuery,
  body: noBody,
  answer: profilePage,
  errors: [404],
})

/** Letters that a search for a player needs, and the players it answers at most. */
export const shortestAliasSearch = 2
export const maxAliasesFound = 10

export const autocompleteUsers = route({
  name: 'autocompleteUsers',
  method: 'GET',
  path: '/api/users/autocomplete',
  access: 'session',
  summary:
    'Other players whose alias contains a text, whatever its case; first those whose alias begins with it',
  params: nothing,
  query: z.object({
    /** Spaces around it don't count; with fewer letters beside them nobody is found. */
    query: z.string().min(shortestAliasSearch).max(50),
  }),
  body: noBody,
  answer: z.object({
    users: z
      .array(z.object({ userId: playerId, alias: z.string(), profileImageUrl: z.string().nullable() }))
      .max(maxAliasesFound),
  }),
})
