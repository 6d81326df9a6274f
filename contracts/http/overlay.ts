import { z } from 'zod'
import { playerId } from '../ids.ts'
import { route } from './route.ts'
import { playerName, recentPlay } from './shapes/recent-play.ts'
import { boardName } from './shapes/score.ts'
import { standing } from './shapes/standing.ts'
import { isoTime } from './shapes/time.ts'

/** Maximum plays of a session in the response, the latest ones. */
export const maxSessionPlays = 100

/**
 * The latest session of a player. `bests`: number of personal bests by board. `meanAbsoluteError`: over all steps
 * without misses, ms; null if there are none. `whole`: the session does not exceed `maxSessionPlays`.
 */
const playSession = z.object({
  plays: z.int().positive(),
  startedAt: isoTime,
  endedAt: isoTime,
  /** Time played. */
  seconds: z.int(),
  bests: z.array(z.object({ leaderboard: boardName, plays: z.int() })),
  meanAbsoluteError: z.number().nullable(),
  whole: z.boolean(),
})
export type PlaySession = z.infer<typeof playSession>

/** `play`: the latest play, with the player's current standings on its chart. */
export const overlayPage = z.object({
  user: playerName,
  play: recentPlay.nullable(),
  standings: z.array(standing),
  session: playSession.nullable(),
})
export type OverlayPage = z.infer<typeof overlayPage>

export const getOverlay = route('getOverlay', 'GET /api/overlay/:id', {
  summary: 'Get the data of the overlay for streamers: the latest play, its standings, and the session',
  params: z.object({ id: playerId }),
  answer: overlayPage,
  errors: [404],
})
