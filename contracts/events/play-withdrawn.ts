import { z } from 'zod'
import { numericId, wipeId } from '../ids.ts'
import { type EventOf, eventType } from './event-type.ts'

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
