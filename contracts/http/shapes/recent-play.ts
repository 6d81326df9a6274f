import { z } from 'zod'
import { numericId, playerId } from '../../ids.ts'
import { chartSummary } from './chart.ts'
import { boardReasonCode, scoreOnBoard } from './score.ts'
import { isoTime } from './time.ts'

/** A player as rows name them. */
export const playerName = z.object({
  id: playerId,
  alias: z.string(),
  profileImageUrl: z.string().nullable(),
})
export type PlayerName = z.infer<typeof playerName>

/**
 * A play as the recent lists show it: every kept play, whether it counts or not. `createdAt`: when it was played.
 * `reasons`: why it is on no board.
 */
export const recentPlay = z.object({
  playId: numericId,
  createdAt: isoTime,
  chart: chartSummary,
  user: playerName,
  leaderboards: z.array(scoreOnBoard),
  eligible: z.boolean(),
  reasons: z.array(boardReasonCode),
  rate: z.number().nullable(),
})
export type RecentPlay = z.infer<typeof recentPlay>
