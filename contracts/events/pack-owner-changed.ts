import { z } from 'zod'
import { numericId, playerId } from '../ids.ts'
import { type EventOf, eventType } from './event-type.ts'

/** A pack was passed on. The key is the pack's id. */
export const packOwnerChanged = eventType({
  type: 'PackOwnerChanged',
  v: 1,
  topic: 'events',
  data: z.object({
    packId: numericId,
    /** The player who may upload it again; null: operators only. */
    owner: playerId.nullable(),
  }),
})
export type PackOwnerChanged = EventOf<typeof packOwnerChanged>
