import { z } from 'zod'
import { numericId } from '../ids.ts'
import { picture } from '../packs/picture.ts'
import { leftOut, processedChart } from '../packs/processed-chart.ts'
import { type EventOf, eventType } from './event-type.ts'

/** A song of a pack was processed: new or changed. The key is the pack's id. */
export const songProcessed = eventType({
  type: 'SongProcessed',
  v: 1,
  topic: 'events',
  data: z.object({
    packId: numericId,
    uploadId: z.uuid(),
    songId: numericId,
    /** Its folder in the pack, as spelled there. */
    folder: z.string(),
    title: z.string(),
    subtitle: z.string(),
    artist: z.string(),
    titleTranslit: z.string(),
    subtitleTranslit: z.string(),
    artistTranslit: z.string(),
    genre: z.string(),
    credit: z.string(),
    banner: picture.nullable(),
    background: picture.nullable(),
    jacket: picture.nullable(),
    charts: z.array(processedChart),
    /** Charts and pictures of it that could not be read. */
    leftOut: z.array(leftOut),
  }),
})
export type SongProcessed = EventOf<typeof songProcessed>
