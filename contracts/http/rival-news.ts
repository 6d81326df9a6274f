import { z } from 'zod'
import { numericId } from '../ids.ts'
import { grade } from '../rules/grade.ts'
import { route } from './route.ts'
import { chartSummary } from './shapes/chart.ts'
import { playerName } from './shapes/recent-play.ts'
import { boardName, percent, requestedBoard } from './shapes/score.ts'
import { isoTime } from './shapes/time.ts'

/** Maximum entries. */
export const rivalNewsShown = 3

/** How far back news go at most, days. */
export const rivalNewsDays = 30

/**
 * A rival's new best. `before`: their best before, null for the first. `own`: the caller's best on the chart, null without
 * one. `passed`: it put them ahead of the caller, who was ahead or level before.
 */
export const rivalNewsEntry = z.object({
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
