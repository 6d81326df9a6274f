import { z } from 'zod'
import { numericId, playerId } from '../../ids.ts'
import { chartSummary } from './chart.ts'
import { boardReasonCode, scoreOnBoard } from './score.ts'
import { isoTime } from './time.ts'

/** The reference to a player in rows of other objects. */
export const playerName = z.object({
  id: playerId,
  alias: z.string(),
  profileImageUrl: z.string().nullable(),
})
export type PlayerName = z.infer<typeof playerName>

/** A row of the recent lists, which contain plays that do not count, too. `createdAt`: time of play. */
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
