import { z } from 'zod'
import { numericId } from '../../ids.ts'
import { playInCompetition } from './competition.ts'
import { boardName, percent } from './score.ts'

/**
 * The current rank of a play's player on one board. `delta`: difference in percentage points from the best earlier
 * counting play; null for the first.
 */
export const standing = z.object({
  leaderboard: boardName,
  id: z.int(),
  rank: z.int().positive(),
  total: z.int().positive(),
  /** Whether the player is ranked by this play. */
  personalBest: z.boolean(),
  /** The player's ranked score, percent. */
  best: percent,
  delta: z.string().nullable(),
})
export type Standing = z.infer<typeof standing>

/** `standings` is empty if the play does not count. `events`: all competitions that have its chart in a round. */
export const playStandings = z.object({
  playId: numericId,
  standings: z.array(standing),
  events: z.array(playInCompetition),
})
export type PlayStandings = z.infer<typeof playStandings>
