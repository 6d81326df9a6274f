import { z } from 'zod'
import { numericId, playerId } from '../ids.ts'
import { grade } from '../rules/grade.ts'
import { route } from './route.ts'
import { chartSummary } from './shapes/chart.ts'
import { order } from './shapes/listing.ts'
import { pageMeta, pageNumber } from './shapes/paging.ts'
import { playerName } from './shapes/recent-play.ts'
import { boardName, onBoard, percent } from './shapes/score.ts'
import { isoTime } from './shapes/time.ts'

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
export const commonChart = z.object({
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
export const headToHead = z.object({
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
export const rivalRecord = z.object({
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
