import { z } from 'zod'
import { chartHash, numericId, playerId } from '../ids.ts'
import { type EventOf, eventType } from './event-type.ts'

/** Sources of a pack for charts that were known before were accepted or refused. The key is the pack's id. */
export const chartSourcesDecided = eventType({
  type: 'ChartSourcesDecided',
  v: 1,
  topic: 'events',
  data: z.object({
    packId: numericId,
    accepted: z.boolean(),
    /** The deciding player; null: an operator, by command. */
    by: playerId.nullable(),
    sources: z.array(
      z.object({
        songId: numericId,
        hash: chartHash,
        /**
         * Digest of the decided content (projections/catalogue/sources/source-content.ts); a later version needs
         * another decision.
         */
        content: z.string().regex(/^[0-9a-f]{32}$/),
      }),
    ),
  }),
})
export type ChartSourcesDecided = EventOf<typeof chartSourcesDecided>
