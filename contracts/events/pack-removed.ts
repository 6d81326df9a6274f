import { z } from 'zod'
import { numericId } from '../ids.ts'
import { type EventOf, eventType } from './event-type.ts'

/** An operator removed a pack from the lists; its sources for charts no longer count. The key is the pack's id. */
export const packRemoved = eventType({
  type: 'PackRemoved',
  v: 1,
  topic: 'events',
  data: z.object({ packId: numericId }),
})
export type PackRemoved = EventOf<typeof packRemoved>
