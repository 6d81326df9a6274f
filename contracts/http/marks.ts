import { z } from 'zod'
import { chartHash, numericId, numericIdText, playerId } from '../ids.ts'
import { grade, gradeGroup } from '../rules/grade-names.ts'
import { route } from './route.ts'
import { chartSummary } from './shapes/chart.ts'
import { listOf } from './shapes/paging.ts'
import { playerName } from './shapes/recent-play.ts'
import { boardName, onBoard, percent } from './shapes/score.ts'

/** Maximum charts and packs of a request for marks: more than a page of a list shows. */
export const maxMarkedCharts = 200
export const maxMarkedPacks = 50

/**
 * The caller's best on a chart. `leaderboards` is empty if no play counts and none is off the leaderboards only because
 * it was failed. `ranked`: false for a failed best.
 */
const chartMark = z.object({
  hash: chartHash,
  plays: z.int().positive(),
  ranked: z.boolean(),
  leaderboards: z.array(z.object({ leaderboard: boardName, score: percent, grade })),
})
export type ChartMark = z.infer<typeof chartMark>

export const getChartMarks = route('getChartMarks', 'GET /api/marks/charts', {
  access: 'session',
  summary: `Get the caller's bests on up to ${maxMarkedCharts} charts; charts that the caller has not played are left out`,
  query: z.object({ charts: listOf(chartHash, '[0-9a-f]{16}', maxMarkedCharts) }),
  answer: z.object({ marks: z.array(chartMark) }),
})

/**
 * What the caller has achieved of a pack. `charts`: all of them; `played` and `passed` of those. `grades`: of the bests,
 * without failed ones.
 */
const packMark = z.object({
  id: numericId,
  charts: z.int(),
  played: z.int(),
  passed: z.int(),
  leaderboards: z.array(
    z.object({
      leaderboard: boardName,
      grades: z.array(z.object({ group: gradeGroup, charts: z.int().positive() })),
    }),
  ),
})
export type PackMark = z.infer<typeof packMark>

export const getPackMarks = route('getPackMarks', 'GET /api/marks/packs', {
  access: 'session',
  summary: `Count the charts that the caller has played and passed in up to ${maxMarkedPacks} packs, and the grades`,
  query: z.object({ packs: listOf(numericIdText, '[1-9][0-9]{0,14}', maxMarkedPacks) }),
  answer: z.object({ marks: z.array(packMark) }),
})

/** Charts of a pack with bests; a larger pack has more than are listed. */
export const maxPackBests = 2000

/** How a chart was cleared: by the worst judgment of all steps, without holds. */
export const lamp = z.enum(['fantastic', 'excellent', 'great', 'passed', 'failed'])

const packBest = z.object({ playId: numericId, score: percent, grade, lamp })
export type PackBest = z.infer<typeof packBest>

/** A chart of a pack. `own`, `other`: the bests of the caller and of the other player; a failed one without a passed play. */
const chartWithBests = chartSummary
  .pick({ hash: true, title: true, difficulty: true, meter: true, stepsType: true })
  .extend({
    own: packBest.nullable(),
    other: packBest.nullable(),
  })
export type ChartWithBests = z.infer<typeof chartWithBests>

const packBests = z.object({
  leaderboard: boardName,
  other: playerName.nullable(),
  charts: z.array(chartWithBests).max(maxPackBests),
})

export const getPackBests = route('getPackBests', 'GET /api/pack/:id/bests', {
  access: 'session',
  summary: `Get the caller's best on each chart of a pack on one leaderboard, and that of another player, of up to ${maxPackBests} charts`,
  params: z.object({ id: numericIdText }),
  query: onBoard.extend({ with: playerId.optional() }),
  answer: packBests,
  errors: [404],
})
