import { z } from 'zod'
import { numericId } from '../ids.ts'
import { chartSummary } from './shapes/chart.ts'
import { isoTime } from './shapes/time.ts'

/** Milestones of a session that are listed, the latest. */
export const maxReachedMilestones = 200

/**
 * `id` and `name` as in the rules. `meter`, `pack`: what it was reached for, if that is possible more than once. `playId`,
 * `chart`, `createdAt`: the play that reached it, and when that was played.
 */
export const reachedMilestone = z.object({
  id: z.string(),
  name: z.string(),
  meter: z.int().nullable(),
  pack: z.object({ id: numericId, name: z.string() }).nullable(),
  playId: numericId,
  chart: chartSummary,
  createdAt: isoTime,
})
export type ReachedMilestone = z.infer<typeof reachedMilestone>
