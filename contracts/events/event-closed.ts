import { z } from 'zod'
import { eventSlug } from '../rules/event-document.ts'
import { type EventOf, eventType } from './event-type.ts'

/**
 * An event is over and its standings are final: they are made of the EventScoresRecorded of this closing, and of
 * nothing that happens later, but that erased players leave them. Closing once more replaces them. The key is the
 * event's slug.
 */
export const eventClosed = eventType({
  type: 'EventClosed',
  v: 1,
  topic: 'rules',
  data: z.object({
    slug: eventSlug,
    closing: z.uuid(),
    /** Up to where the ledger was folded: the next offset of each partition of `events`. */
    checkpoint: z.array(z.int().min(0)),
    /** The rules that the scores were made by: their offset in the topic `rules`. */
    rulesOffset: z.int().min(0),
    /** How many EventScoresRecorded there are. */
    charts: z.int().min(0),
    /** How many scores were recorded, a player on a chart being one. */
    scores: z.int().min(0),
    /** SHA-256, hex digits, of `players` then `hundredths` of each of them, by round, then chart. */
    digest: z.string().regex(/^[0-9a-f]{64}$/),
  }),
})
export type EventClosed = EventOf<typeof eventClosed>
