import { z } from 'zod'
import { numericId } from '../ids.ts'
import { type EventOf, eventType } from './event-type.ts'

/** An operator renamed a pack. The key is the pack's id. */
export const packRenamed = eventType({
  type: 'PackRenamed',
  v: 1,
  topic: 'events',
  data: z.object({ packId: numericId, name: z.string() }),
})
export type PackRenamed = EventOf<typeof packRenamed>
