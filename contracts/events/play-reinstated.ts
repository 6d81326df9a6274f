import { z } from 'zod'
import { numericId, wipeId } from '../ids.ts'
import { type EventOf, eventType } from './event-type.ts'

/**
 * A play that the wipe withdrew counts again. The key is the player's id. No effect on a play that was withdrawn
 * permanently, or by another wipe.
 */
export const playReinstated = eventType({
  type: 'PlayReinstated',
  v: 1,
  topic: 'events',
  data: z.object({ playId: numericId, wipe: wipeId }),
})
export type PlayReinstated = EventOf<typeof playReinstated>
