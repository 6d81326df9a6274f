import { z } from 'zod'
import { playerId } from '../ids.ts'
import { noBody, nothing, route } from './route.ts'
import { playerName, recentPlay } from './shapes/recent-play.ts'
import { boardName } from './shapes/score.ts'
import { standing } from './shapes/standing.ts'
import { isoTime } from './shapes/time.ts'

/** Plays with a longer break between them are of two sessions, minutes. */
export const sessionBreak = 120

/** Plays of a session that are shown, the last ones. */
export const maxSessionPlays = 100

/**
 * The plays of a player without a long break between them, up to the last one. `bests`: on each board how many beat the
 * player's own best on their chart. `meanAbsoluteError`: of all their steps but misses, ms; null without any. `whole`:
 * it has no more plays than these.
 */
export const playSession = z.object({
  plays: z.int().positive(),
  startedAt: isoTime,
  endedAt: isoTime,
  bests: z.array(z.object({ leaderboard: boardName, plays: z.int() })),
  meanAbsoluteError: z.number().nullable(),
  whole: z.boolean(),
})
export type PlaySession = z.infer<typeof playSession>

/** `play`: the last one, with where its player stands by it. */
export const overlayPage = z.object({
  user: playerName,
  play: recentPlay.nullable(),
  standings: z.array(standing),
  session: playSession.nullable(),
})
export type OverlayPage = z.infer<typeof overlayPage>

export const getOverlay = route({
  name: 'getOverlay',
  method: 'GET',
  path: '/api/overlay/:id',
  summary: 'What a stream shows of a player: the last play, where it stands, and the session so far',
  params: z.object({ id: playerId }),
  query: nothing,
  body: noBody,
  answer: overlayPage,
  errors: [404],
})
