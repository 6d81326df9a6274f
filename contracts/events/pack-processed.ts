import { z } from 'zod'
import { numericId } from '../ids.ts'
import { picture } from '../packs/picture.ts'
import { leftOut } from '../packs/processed-chart.ts'
import { type EventOf, eventType } from './event-type.ts'

/** All songs of an upload were processed: the pack consists of exactly these. The key is the pack's id. */
export const packProcessed = eventType({
  type: 'PackProcessed',
  v: 1,
  topic: 'events',
  data: z.object({
    packId: numericId,
    uploadId: z.uuid(),
    name: z.string(),
    banner: picture.nullable(),
    songIds: z.array(numericId),
    /** Songs and pictures that could not be read. */
    leftOut: z.array(leftOut),
  }),
})
export type PackProcessed = EventOf<typeof packProcessed>
