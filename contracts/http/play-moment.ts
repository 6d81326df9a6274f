import { z } from 'zod'
import { numericId, numericIdText } from '../ids.ts'
import { route } from './route.ts'
import { playerName } from './shapes/recent-play.ts'
import { boardName, onBoard, percent } from './shapes/score.ts'

/** Rivals that a moment names; `passed` counts all. */
export const rivalsNamed = 2

/**
 * What a play of the caller achieved on one board when it was received. `best`: it is the caller's new best, with the
 * place that it gives now and the place that the best before it would have; null if it is not. `star`: the caller's
 * first star on this board.
 */
export const playMoment = z.object({
  playId: numericId,
  leaderboard: boardName,
  best: z
    .object({
      score: percent,
      before: percent.nullable(),
      rank: z.int().positive(),
      rankBefore: z.int().positive().nullable(),
    })
    .nullable(),
  passed: z.int(),
  rivals: z.array(playerName).max(rivalsNamed),
  star: z.boolean(),
})
export type PlayMoment = z.infer<typeof playMoment>

export const getPlayMoment = route('getPlayMoment', 'GET /api/play/:id/moment', {
  access: 'session',
  summary: 'Get what a play of the caller achieved: a new best, places gained, rivals passed, a first star',
  params: z.object({ id: numericIdText }),
  query: onBoard,
  answer: playMoment,
  errors: [404],
})
