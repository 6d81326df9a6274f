import { z } from 'zod'
import { numericId, playerId } from '../ids.ts'
import { grade, gradeGroup } from '../rules/grade-names.ts'
import { route } from './route.ts'
import { chartSummary } from './shapes/chart.ts'
import { order, pageMeta, pageNumber } from './shapes/paging.ts'
import { playerName, recentPlay } from './shapes/recent-play.ts'
import { boardName, onBoard, percent, requestedBoard } from './shapes/score.ts'
import { isoTime } from './shapes/time.ts'
import { publicUser } from './shapes/user.ts'

/** Default page size of a profile's recent plays. */
export const profilePageSize = 10

/** Maximum results of a search on a profile; `total` does not exceed it either. */
export const maxPlaysFound = 10_000

/** Range of the meter filter: 6 includes lower meters, 17 higher ones. */
export const meterRange = { min: 6, max: 17 } as const

const meter = z.coerce.number().int().min(meterRange.min).max(meterRange.max)
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

const profileQuery = z.object({
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
const profilePlay = recentPlay.extend({ onBoard: playOnBoard.optional() })
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

/** Weeks of a year of days: today's week, from Monday on, and those before it. */
export const weeksOfYear = 53

/** Days after which a place or a score counts as that of the week before. */
export const daysOfWeek = 7

/** Default page size of a player's bests. */
const bestsPageSize = 10

/**
 * What a player has played in all, without withdrawn plays. `steps`: judged rows; `seconds`: from the beginning of each
 * song to the last row that was judged.
 */
const playerTotals = z.object({
  plays: z.int(),
  charts: z.int(),
  steps: z.int(),
  seconds: z.int(),
  lastPlayedAt: isoTime.nullable(),
})
export type PlayerTotals = z.infer<typeof playerTotals>

/**
 * Plays by day, from a Monday to today, in the player's own time zone and by when they were played, not when they were
 * received.
 */
const yearOfDays = z.object({
  from: z.iso.date(),
  plays: z.array(z.int()).max(weeksOfYear * 7),
})
export type YearOfDays = z.infer<typeof yearOfDays>

const playerActivity = z.object({ totals: playerTotals, year: yearOfDays })
export type PlayerActivity = z.infer<typeof playerActivity>

const ofPlayer = z.object({ id: playerId })
export const getPlayerActivity = route('getPlayerActivity', 'GET /api/user/:id/activity', {
  summary:
    'Get what a player has played in all, and the plays of each day of a year, in the player’s time zone',
  params: ofPlayer,
  answer: playerActivity,
  errors: [404],
})

/** `firsts`: only charts on which the player is first. */
const listOfBests = z.enum(['best', 'firsts']).default('best')

/** `grades`: the number of charts by the grade of the player's best; charts that were only failed are under F. */
const playerGrades = z.object({
  leaderboard: boardName,
  grades: z.array(z.object({ group: gradeGroup, charts: z.int() })),
})
export type PlayerGrades = z.infer<typeof playerGrades>

export const getPlayerGrades = route('getPlayerGrades', 'GET /api/user/:id/grades', {
  summary: 'Get the grades of a player’s bests on one leaderboard, counted',
  params: ofPlayer,
  query: onBoard.extend({ list: listOfBests }),
  answer: playerGrades,
  errors: [404],
})

const bestsQuery = onBoard.extend({
  page: pageNumber.default(1),
  limit: z.coerce.number().int().min(1).max(100).default(bestsPageSize),
  list: listOfBests,
  /** Without it, charts that were only failed are left out. */
  grade: gradeGroup.optional(),
  search: z.string().trim().max(100).default(''),
  orderBy: z.enum(['date', 'title', 'score']).default('date'),
  orderDirection: order.default('desc'),
})

/**
 * A player's best on a chart. `rank`: null where all plays were failed. `rankBefore`: the place seven days ago, from
 * the plays received until then; null without one. `createdAt`: time of play.
 */
const playerBest = z.object({
  chart: chartSummary,
  playId: numericId,
  createdAt: isoTime,
  score: percent,
  grade,
  rank: z.int().positive().nullable(),
  rankBefore: z.int().positive().nullable(),
})
export type PlayerBest = z.infer<typeof playerBest>

const playerBests = z.object({
  leaderboard: boardName,
  data: z.array(playerBest),
  meta: pageMeta,
})
export type PlayerBests = z.infer<typeof playerBests>

export const listPlayerBests = route('listPlayerBests', 'GET /api/user/:id/bests', {
  summary:
    'List the charts of a player, one row each, by the best play on one leaderboard, with place, filters, sort order and pagination',
  params: ofPlayer,
  query: bestsQuery,
  answer: playerBests,
  errors: [404],
})

/** Charts of unknown meter are left out as soon as a bound is given. */
const meters = onBoard.extend({
  minMeter: z.coerce.number().int().min(0).max(9999).optional(),
  maxMeter: z.coerce.number().int().min(0).max(9999).optional(),
})

/** A calendar month in UTC: `2026-11`. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')

/**
 * A month with plays. `best`, `median`: of the plays that count on the board; null without any. `meanAbsoluteError`: of all
 * steps but misses, ms. `passed`: how many of `plays` were passed.
 */
const progressMonth = z.object({
  month,
  plays: z.int().positive(),
  passed: z.int(),
  best: percent.nullable(),
  median: percent.nullable(),
  meanAbsoluteError: z.number().nullable(),
})
export type ProgressMonth = z.infer<typeof progressMonth>

/** `months`: since the first play, oldest first, those without plays left out. `meters`: those the player has played. */
const progress = z.object({
  leaderboard: boardName,
  user: playerName,
  meters: z.object({ min: z.int(), max: z.int() }).nullable(),
  months: z.array(progressMonth),
})
export type Progress = z.infer<typeof progress>

export const getProgress = route('getProgress', 'GET /api/user/:id/progress', {
  summary:
    "Get a player's best and median score on one leaderboard, mean absolute error and passed plays by month, on all charts or those of some meters",
  params: z.object({ id: playerId }),
  query: meters,
  answer: progress,
  errors: [404],
})

/** Plays that are listed of a month. */
export const playsOfMonth = 10

export const getProgressMonth = route('getProgressMonth', 'GET /api/user/:id/progress/:month', {
  summary: `Get the ${playsOfMonth} best plays of a player in a month on one leaderboard`,
  params: z.object({ id: playerId, month }),
  query: meters,
  answer: z.object({ leaderboard: boardName, plays: z.array(recentPlay).max(playsOfMonth) }),
  errors: [404],
})
