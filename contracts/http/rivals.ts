import { z } from 'zod'
import { numericId, playerId } from '../ids.ts'
import { grade } from '../rules/grade-names.ts'
import { route } from './route.ts'
import { chartSummary } from './shapes/chart.ts'
import { messageAnswer } from './shapes/message.ts'
import { order, pageMeta, pageNumber } from './shapes/paging.ts'
import { playerName, recentPlay } from './shapes/recent-play.ts'
import { boardName, onBoard, percent, requestedBoard } from './shapes/score.ts'
import { isoTime } from './shapes/time.ts'

export const rival = z.object({
  userId: playerId,
  alias: z.string(),
  profileImageUrl: z.string().nullable(),
  createdAt: isoTime,
})
export type Rival = z.infer<typeof rival>

export const listRivals = route('listRivals', 'GET /api/rivals', {
  access: 'session',
  summary: 'List the rivals of the caller',
  answer: z.object({ rivals: z.array(rival) }),
})

/** Maximum rivals in the list of recent rival plays. */
export const rivalPlaysShown = 3

export const getRivalPlays = route('getRivalPlays', 'GET /api/rivals/plays', {
  access: 'session',
  summary: `List the latest play of each of the ${rivalPlaysShown} most recently active rivals, newest first`,
  answer: z.object({ plays: z.array(recentPlay).max(rivalPlaysShown) }),
})

export const addRival = route('addRival', 'POST /api/rivals', {
  access: 'session',
  summary: 'Follow a player as a rival; idempotent',
  body: z.object({ rivalUserId: playerId }),
  answer: z.object({ rival }),
  errors: [404, 422],
  grows: true,
  rate: 'change',
})

export const removeRival = route('removeRival', 'DELETE /api/rival/:id', {
  access: 'session',
  summary: 'Stop following a player',
  params: z.object({ id: playerId }),
  answer: messageAnswer,
  rate: 'change',
})

/** Maximum entries. */
export const rivalNewsShown = 3

/** How far back news go at most, days. */
export const rivalNewsDays = 30

/**
 * A rival's new best. `before`: their best before, null for the first. `own`: the caller's best on the chart, null without
 * one. `passed`: it put them ahead of the caller, who was ahead or level before.
 */
const rivalNewsEntry = z.object({
  playId: numericId,
  at: isoTime,
  user: playerName,
  chart: chartSummary,
  score: percent,
  grade,
  before: percent.nullable(),
  own: percent.nullable(),
  passed: z.boolean(),
})
export type RivalNewsEntry = z.infer<typeof rivalNewsEntry>

export const getRivalNews = route('getRivalNews', 'GET /api/rivals/news', {
  access: 'session',
  summary: `List the latest new bests of the caller's rivals since a time, at most ${rivalNewsShown} and of at most ${rivalNewsDays} days`,
  query: z.object({
    since: isoTime,
    leaderboard: requestedBoard,
  }),
  answer: z.object({ leaderboard: boardName, news: z.array(rivalNewsEntry).max(rivalNewsShown) }),
})

/** Common charts with the smallest gaps, listed first. */
export const closestShown = 5

/** Default page size of the common charts. */
const commonChartsPerPage = 25

export const rivalsPerPage = 20

/** On how many common charts the caller is ahead of, level with and behind the other player. */
const record = z.object({ ahead: z.int(), level: z.int(), behind: z.int() })
export type HeadToHeadRecord = z.infer<typeof record>

const best = z.object({ score: percent, grade, playId: numericId })

/** A chart on which both have a ranked score. `gap`: the caller's score minus the other's, percentage points: `-2.16`. */
const commonChart = z.object({
  chart: chartSummary,
  own: best,
  other: best,
  gap: z.string().regex(/^-?\d{1,3}\.\d{2}$/),
})
export type CommonChart = z.infer<typeof commonChart>

export const headToHeadQuery = onBoard.extend({
  page: pageNumber.default(1),
  limit: z.coerce.number().int().min(1).max(100).default(commonChartsPerPage),
  orderBy: z.enum(['gap', 'own', 'other', 'title']).default('gap'),
  orderDirection: order.default('desc'),
})
export type HeadToHeadQuery = z.infer<typeof headToHeadQuery>

/** `charts`: a page of all common charts. */
const headToHead = z.object({
  leaderboard: boardName,
  user: playerName,
  record,
  closest: z.array(commonChart).max(closestShown),
  charts: z.array(commonChart),
  meta: pageMeta,
})
export type HeadToHead = z.infer<typeof headToHead>

export const getHeadToHead = route('getHeadToHead', 'GET /api/user/:id/head-to-head', {
  access: 'session',
  summary:
    'Compare the best scores of the caller with those of another player, on all charts that both have played',
  params: z.object({ id: playerId }),
  query: headToHeadQuery,
  answer: headToHead,
  errors: [404],
})

/** `playedAt`: time of the last play, null without any. */
const rivalRecord = z.object({
  user: playerName,
  since: isoTime,
  playedAt: isoTime.nullable(),
  record,
})
export type RivalRecord = z.infer<typeof rivalRecord>

export const listRivalRecords = route('listRivalRecords', 'GET /api/rivals/head-to-head', {
  access: 'session',
  summary: 'List the rivals of the caller with the record against each on one board, the last to play first',
  query: headToHeadQuery.pick({ leaderboard: true, page: true }),
  answer: z.object({ leaderboard: boardName, rivals: z.array(rivalRecord), meta: pageMeta }),
})
