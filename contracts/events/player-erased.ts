import { z } from 'zod'
import { type EventOf, eventType } from './event-type.ts'

/**
 * A player had the account erased. The key is the player's id. What others say of this player afterwards meets a
 * tombstone.
 */
export const playerErased = eventType({
  type: 'PlayerErased',
  v: 1,
  topic: 'events',
  data: z.object({}),
})
export type PlayerErased = EventOf<typeof playerErased>
