import { z } from 'zod'
import { numericId } from '../ids.ts'
import { eventType } from './event-type.ts'

/** An upload was rejected as a whole. The key is the pack's id. */
export const packRejected = eventType({
  type: 'PackRejected',
  v: 1,
  topic: 'events',
  data: z.object({ packId: numericId, uploadId: z.uuid(), reason: z.string(), advice: z.string() }),
})
