import { z } from 'zod'
import { numericId } from '../../ids.ts'
import { playInCompetition } from './competition.ts'
import { playerName } from './recent-play.ts'
import { boardName, percent } from './score.ts'
import { isoTime } from './time.ts'

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

const boardPlay = z.object({ playId: numericId, score: percent, user: playerName, at: isoTime })
export type BoardPlay = z.infer<typeof boardPlay>

/**
 * Plays to compare with on one board. `first`: that of the first place; `next`: of the player ranked directly above this
 * play's player; `previous`: the player's best counting play before this one.
 */
const playContext = z.object({
  leaderboard: boardName,
  first: boardPlay.nullable(),
  next: boardPlay.nullable(),
  previous: boardPlay.nullable(),
})
export type PlayContext = z.infer<typeof playContext>

/** `standings` is empty if the play does not count. `events`: all competitions that have its chart in a round. */
export const playStandings = z.object({
  playId: numericId,
  standings: z.array(standing),
  context: z.array(playContext),
  events: z.array(playInCompetition),
})
export type PlayStandings = z.infer<typeof playStandings>
