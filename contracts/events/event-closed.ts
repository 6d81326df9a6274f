import { z } from 'zod'
import { competitionSlug } from '../rules/competition-document.ts'
import { actedBy } from './acted-by.ts'
import { type EventOf, eventType } from './event-type.ts'

/**
 * A competition is over and its standings are final. They derive from the EventScoresRecorded of this closing only;
 * later events change nothing, except that erased players are removed. Another closing replaces them. The key is the
 * competition's slug.
 */
export const eventClosed = eventType({
  type: 'EventClosed',
  v: 1,
  topic: 'rules',
  data: z.object({
    slug: competitionSlug,
    closing: z.uuid(),
    /** The checkpoint of the fold: the next offset of each partition of `events`. */
    checkpoint: z.array(z.int().min(0)),
    /** Offset in the topic `rules` of the rules for these scores. */
    rulesOffset: z.int().min(0),
    /** Number of EventScoresRecorded. */
    charts: z.int().min(0),
    /** Number of recorded scores, one per player and chart. */
    scores: z.int().min(0),
    /** SHA-256, hex digits, of `players` then `hundredths` of each of them, by round, then chart. */
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    by: actedBy,
  }),
})
export type EventClosed = EventOf<typeof eventClosed>
