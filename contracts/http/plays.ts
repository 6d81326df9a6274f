import { z } from 'zod'
import { numericId, numericIdText } from '../ids.ts'
import { grade } from '../rules/grade-names.ts'
import { arithmetic } from '../rules/rules.ts'
import { route } from './route.ts'
import { messageAnswer } from './shapes/message.ts'
import { play } from './shapes/play.ts'
import { boardName, percent } from './shapes/score.ts'
import { playStandings } from './shapes/standing.ts'
import { isoTime } from './shapes/time.ts'

/** A term of a sum: count × weight = points. */
const pointsLine = z.object({ what: z.string(), count: z.int(), weight: z.number(), points: z.number() })
export type PointsLine = z.infer<typeof pointsLine>

/** The calculation in one system. `exact`: sum / maximum × 100, before `arithmetic` truncates it to two decimals and 0–100. */
const explainedScore = z.object({
  leaderboard: boardName,
  id: z.int(),
  earned: z.array(pointsLine),
  sum: z.number(),
  possible: z.array(pointsLine),
  maximum: z.number(),
  exact: z.number(),
  arithmetic,
  score: percent,
  grade,
  /** The rule that determined the grade, in words. */
  gradeRule: z.string(),
})
export type ExplainedScore = z.infer<typeof explainedScore>

/** How a play was scored: its event in the ledger, the rules and the calculations. Positions are `partition:offset`. */
export const playExplanation = z.object({
  playId: numericId,
  event: z.object({ position: z.string(), type: z.string(), version: z.int(), receivedAt: isoTime }),
  /** `position`: of the event RulesPublished in the topic `rules`. */
  rules: z.object({ title: z.string(), position: z.string(), generation: z.int() }),
  rows: z.int(),
  rowsCounted: z.int(),
  /** Song seconds from which rows of a failed play do not count; null if all count. */
  failedAt: z.number().nullable(),
  /** Source of the counts for the maximum: a pack's chart, else the rows that the game expected, else the play's own. */
  maximumFrom: z.enum(['chart', 'game', 'play']),
  /** Whether a pack has the chart, and whether the play matches it. */
  chart: z.enum(['none', 'matches', 'differs']),
  systems: z.array(explainedScore),
})
export type PlayExplanation = z.infer<typeof playExplanation>

const byId = z.object({ id: numericIdText })

export const getPlay = route('getPlay', 'GET /api/play/:id', {
  summary: 'Get a play with its scores and the timing of every step',
  params: byId,
  answer: play,
  errors: [404, 409],
})

export const getPlayExplanation = route('getPlayExplanation', 'GET /api/play/:id/explanation', {
  summary: 'Explain the scores of a play: its event in the ledger, the rules and all calculations',
  params: byId,
  answer: playExplanation,
  errors: [404, 409],
})

export const getPlayStandings = route('getPlayStandings', 'GET /api/play/:id/standings', {
  summary: "Get the current ranks of a play's player on the boards of its chart",
  params: byId,
  answer: playStandings,
  errors: [404, 409],
})

export const deletePlay = route('deletePlay', 'DELETE /api/play/:id', {
  access: 'session',
  needsProof: true,
  summary: 'Withdraw a play of the caller permanently',
  params: byId,
  answer: messageAnswer,
  errors: [403, 404],
})
