import { z } from 'zod'
import { numericId, playerId } from '../ids.ts'
import { route } from './route.ts'
import { chartSummary } from './shapes/chart.ts'
import { isoTime } from './shapes/time.ts'

/** Reached milestones of a player that are listed, the latest. */
export const maxReachedMilestones = 200

/** `id` and `name` as in the rules. `meter`, `pack`: what it was reached for, if that is possible more than once. */
const milestoneHead = z.object({
  id: z.string(),
  name: z.string(),
  meter: z.int().nullable(),
  pack: z.object({ id: numericId, name: z.string() }).nullable(),
})

/** `playId`, `chart`, `createdAt`: the play that reached it, and when that was played. */
export const reachedMilestone = milestoneHead.extend({
  playId: numericId,
  chart: chartSummary,
  createdAt: isoTime,
})
export type ReachedMilestone = z.infer<typeof reachedMilestone>

/** How many charts or steps of how many. */
export const nextMilestone = milestoneHead.extend({ done: z.int(), of: z.int().positive() })
export type NextMilestone = z.infer<typeof nextMilestone>

/** `reached`: latest first. `total`: all that were reached. */
export const playerMilestones = z.object({
  reached: z.array(reachedMilestone).max(maxReachedMilestones),
  total: z.int(),
  next: z.array(nextMilestone),
})
export type PlayerMilestones = z.infer<typeof playerMilestones>

export const getPlayerMilestones = route('getPlayerMilestones', 'GET /api/user/:id/milestones', {
  summary: 'Get the milestones that a player has reached, each with its play, and the next ones',
  params: z.object({ id: playerId }),
  answer: playerMilestones,
  errors: [404],
})
