import { z } from 'zod'
import { numericId, playerId } from '../../ids.ts'
import { chartSummary } from './chart.ts'
import { scoreOnBoard } from './score.ts'
import { isoTime } from './time.ts'

/** A player as rows name them. */
export const playerName = z.object({
  id: playerId,
  alias: z.string(),
  profileImageUrl: z.string().nullable(),
})
export type PlayerName = z.infer<typeof playerName>

/** A play as the recent lists show it: every kept play, whether it counts or not. `createdAt`: when it was played. */
export const recentPlay = z.object({
  playId: numericId,
  createdAt: isoTime,
  chart: chartSummary,
  user: playerName,
  leaderboards: z.array(scoreOnBoard),
})
export type RecentPlay = z.infer<typeof recentPlay>
