import { z } from 'zod'
import { playerId } from '../ids.ts'
import { route } from './route.ts'
import { playerName, recentPlay } from './shapes/recent-play.ts'
import { boardName, onBoard, percent } from './shapes/score.ts'

/** Charts of unknown meter are left out as soon as a bound is given. */
const meters = onBoard.extend({
  minMeter: z.coerce.number().int().min(0).max(9999).optional(),
  maxMeter: z.coerce.number().int().min(0).max(9999).optional(),
})

/** A calendar month in UTC: `2026-11`. */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')

/**
 * A month with plays. `best`, `median`: of the plays that count on the board; null without any. `meanAbsoluteError`: of all
 * steps but misses, ms. `passed`: how many of `plays` were passed.
 */
export const progressMonth = z.object({
  month,
  plays: z.int().positive(),
  passed: z.int(),
  best: percent.nullable(),
  median: percent.nullable(),
  meanAbsoluteError: z.number().nullable(),
})
export type ProgressMonth = z.infer<typeof progressMonth>

/** `months`: since the first play, oldest first, those without plays left out. `meters`: those the player has played. */
export const progress = z.object({
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
