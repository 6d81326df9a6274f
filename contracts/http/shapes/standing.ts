import { z } from 'zod'
import { numericId } from '../../ids.ts'
import { playInCompetition } from './competition.ts'
import { boardName, percent } from './score.ts'

/**
 * Where the player of a play stands on one board now. `delta`: percent points against the best earlier counting play,
 * null on a first one.
 */
export const standing = z.object({
  leaderboard: boardName,
  id: z.int(),
  rank: z.int().positive(),
  total: z.int().positive(),
  /** The player is ranked by this play. */
  personalBest: z.boolean(),
  /** Percent by which the player is ranked. */
  best: percent,
  delta: z.string().nullable(),
})
export type Standing = z.infer<typeof standing>

/**
 * No standings for a play that does not count. `events`: those that have its chart in a round, whether it counts there
 * or not.
 */
export const playStandings = z.object({
  playId: numericId,
  standings: z.array(standing),
  events: z.array(playInCompetition),
})
export type PlayStandings = z.infer<typeof playStandings>
