import { z } from 'zod'
import { chartHash, numericId, playerId } from '../ids.ts'
import { type EventOf, eventType } from './event-type.ts'

/**
 * What songs of a pack state about charts that were known before was accepted or refused. The key is the pack's id.
 */
export const chartSourcesDecided = eventType({
  type: 'ChartSourcesDecided',
  v: 1,
  topic: 'events',
  data: z.object({
    packId: numericId,
    accepted: z.boolean(),
    /** Who decided; null: an operator, by command. */
    by: playerId.nullable(),
    sources: z.array(
      z.object({
        songId: numericId,
        hash: chartHash,
        /** Digest of what was decided on (projections/catalogue/source-content.ts): a later version is not. */
        content: z.string().regex(/^[0-9a-f]{32}$/),
      }),
    ),
  }),
})
export type ChartSourcesDecided = EventOf<typeof chartSourcesDecided>
