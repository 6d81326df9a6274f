import { z } from 'zod'
import { playerId } from '../ids.ts'
import { route } from './route.ts'
import { messageAnswer } from './shapes/message.ts'
import { recentPlay } from './shapes/recent-play.ts'
import { isoTime } from './shapes/time.ts'

export const rival = z.object({
  userId: playerId,
  alias: z.string(),
  profileImageUrl: z.string().nullable(),
  createdAt: isoTime,
})
export type Rival = z.infer<typeof rival>

export const listRivals = route('listRivals', 'GET /api/rivals', {
  access: 'session',
  summary: 'List the rivals of the caller',
  answer: z.object({ rivals: z.array(rival) }),
})

/** Maximum rivals in the list of recent rival plays. */
export const rivalPlaysShown = 3

export const getRivalPlays = route('getRivalPlays', 'GET /api/rivals/plays', {
  access: 'session',
  summary: `List the latest play of each of the ${rivalPlaysShown} most recently active rivals, newest first`,
  answer: z.object({ plays: z.array(recentPlay).max(rivalPlaysShown) }),
})

export const addRival = route('addRival', 'POST /api/rivals', {
  access: 'session',
  summary: 'Follow a player as a rival; idempotent',
  body: z.object({ rivalUserId: playerId }),
  answer: z.object({ rival }),
  errors: [404, 422],
  grows: true,
  rate: 'change',
})

export const removeRival = route('removeRival', 'DELETE /api/rival/:id', {
  access: 'session',
  summary: 'Stop following a player',
  params: z.object({ id: playerId }),
  answer: messageAnswer,
  rate: 'change',
})
