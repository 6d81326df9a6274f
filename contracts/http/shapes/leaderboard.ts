import { z } from 'zod'
import { numericId, playerId } from '../../ids.ts'
import { grade } from '../../rules/grade-names.ts'
import { boardName, percent } from './score.ts'
import { isoTime } from './time.ts'

export const leaderboardEntry = z.object({
  rank: z.int().positive(),
  score: percent,
  grade,
  alias: z.string(),
  userId: playerId,
  profileImageUrl: z.string().nullable(),
  date: isoTime,
  playId: numericId,
})
export type LeaderboardEntry = z.infer<typeof leaderboardEntry>

/** A page of a board. */
export const leaderboard = z.object({
  type: boardName,
  id: z.int(),
  scores: z.array(leaderboardEntry),
  page: z.int().positive(),
  perPage: z.int().positive(),
  hasNext: z.boolean(),
  total: z.int().min(0),
  totalPages: z.int().min(0),
})
export type Leaderboard = z.infer<typeof leaderboard>
