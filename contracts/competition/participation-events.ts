import { z } from 'zod'
import { eventType } from '../events/event-type.ts'
import { playerId } from '../ids.ts'
import { competitionSlug } from './competition-document.ts'

/**
 * What a player is in a competition.
 * - asked: waits for its organisers
 * - in: takes part; optional in one for everybody, where it shows the player's place on home and in the game
 * - refused: the organisers refused the player, who cannot ask again
 * - left: took part, or does not want to
 * - cancelled: took the request back
 */
export const participationStatus = z.enum(['asked', 'in', 'refused', 'left', 'cancelled'])
export type ParticipationStatus = z.infer<typeof participationStatus>

/** A player takes part in a competition, or no longer. The key is the player's id. `by`: the organiser; null: the player. */
export const participationChanged = eventType({
  type: 'EventParticipationChanged',
  v: 1,
  topic: 'events',
  data: z.object({ slug: competitionSlug, to: participationStatus, by: playerId.nullable() }),
})
