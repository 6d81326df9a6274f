import { z } from 'zod'
import { type EventOf, eventType } from '../events/event-type.ts'

/**
 * A player's account was erased. The key is the player's id. Later events about this player are skipped because of the
 * tombstone.
 */
export const playerErased = eventType({
  type: 'PlayerErased',
  v: 1,
  topic: 'events',
  data: z.object({}),
})
export type PlayerErased = EventOf<typeof playerErased>
