import { z } from 'zod'
import { chartHash, numericId } from '../ids.ts'
import { grade } from '../rules/grade.ts'
import { route } from './route.ts'
import { playerName } from './shapes/recent-play.ts'
import { boardName, onBoard, percent } from './shapes/score.ts'
import { isoTime } from './shapes/time.ts'

/** Maximum tries of the caller: the latest. */
export const maxTries = 500

/** Maximum rivals with their progress: those nearest to the caller on the board. */
export const effortRivals = 2

/** Maximum bests of each of them: the latest. */
export const maxRivalBests = 100

/**
 * A play of the caller. `best`: it improved the caller's ranked score; `failed`: not ranked only because it was failed;
 * `unranked`: not ranked for another reason.
 */
export const chartTry = z.object({
  playId: numericId,
  at: isoTime,
  score: percent,
  grade,
  kind: z.enum(['best', 'other', 'failed', 'unranked']),
})
export type ChartTry = z.infer<typeof chartTry>

/**
 * The caller's plays of a chart with their scores on one board, by time of play. `plays`: their number; `tries` may be
 * fewer. `before`: the best score before the first of `tries`, null without any.
 */
export const chartEffort = z.object({
  hash: chartHash,
  leaderboard: boardName,
  plays: z.int(),
  before: percent.nullable(),
  tries: z.array(chartTry).max(maxTries),
  rivals: z
    .array(z.object({ user: playerName, bests: z.array(z.object({ at: isoTime, score: percent })) }))
    .max(effortRivals),
})
export type ChartEffort = z.infer<typeof chartEffort>

export const getChartEffort = route('getChartEffort', 'GET /api/chart/:hash/effort', {
  access: 'session',
  summary: `Get the plays of the caller on a chart, at most the latest ${maxTries}, and the progress of the nearest rivals`,
  params: z.object({ hash: chartHash }),
  query: onBoard,
  answer: chartEffort,
})
