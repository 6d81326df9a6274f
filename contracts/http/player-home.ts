import { z } from 'zod'
import { numericId, playerId } from '../ids.ts'
import { grade } from '../rules/grade.ts'
import { gradeGroup } from '../rules/grade-group.ts'
import { route } from './route.ts'
import { chartSummary } from './shapes/chart.ts'
import { order } from './shapes/listing.ts'
import { pageMeta, pageNumber } from './shapes/paging.ts'
import { boardName, onBoard, percent } from './shapes/score.ts'
import { isoTime } from './shapes/time.ts'

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
export const playerTotals = z.object({
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
export const yearOfDays = z.object({
  from: z.iso.date(),
  plays: z.array(z.int()).max(weeksOfYear * 7),
})
export type YearOfDays = z.infer<typeof yearOfDays>

export const playerActivity = z.object({ totals: playerTotals, year: yearOfDays })
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
export const playerGrades = z.object({
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

export const bestsQuery = onBoard.extend({
  page: pageNumber.default(1),
  limit: z.coerce.number().int().min(1).max(100).default(bestsPageSize),
  list: listOfBests,
  /** Without it, charts that were only failed are left out. */
  grade: gradeGroup.optional(),
  search: z.string().trim().max(100).default(''),
  orderBy: z.enum(['date', 'title', 'score']).default('date'),
  orderDirection: order.default('desc'),
})
export type BestsQuery = z.infer<typeof bestsQuery>

/**
 * A player's best on a chart. `rank`: null where all plays were failed. `rankBefore`: the place seven days ago, from
 * the plays received until then; null without one. `createdAt`: time of play.
 */
export const playerBest = z.object({
  chart: chartSummary,
  playId: numericId,
  createdAt: isoTime,
  score: percent,
  grade,
  rank: z.int().positive().nullable(),
  rankBefore: z.int().positive().nullable(),
})
export type PlayerBest = z.infer<typeof playerBest>

export const playerBests = z.object({
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
