import { z } from 'zod'
import { type EventOf, eventType } from '../events/event-type.ts'
import { numericId, wipeId } from '../ids.ts'

/**
 * A play was withdrawn, by its player or by an operator. The key is the player's id. Submitting it again does not
 * restore it. Without a `wipe` the withdrawal is permanent; with one, `PlayReinstated` undoes it.
 */
export const playWithdrawn = eventType({
  type: 'PlayWithdrawn',
  v: 1,
  topic: 'events',
  data: z.object({
    playId: numericId,
    by: z.enum(['player', 'operator']),
    reason: z.string().max(500).nullable(),
    wipe: wipeId.optional(),
  }),
})
export type PlayWithdrawn = EventOf<typeof playWithdrawn>

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
