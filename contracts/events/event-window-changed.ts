import { z } from 'zod'
import { eventGrace, eventSlug } from '../rules/event-document.ts'
import { type EventOf, eventType } from './event-type.ts'

/**
 * A round has another window, or its event another grace. What did not change is said again. The key is the event's
 * slug.
 */
export const eventWindowChanged = eventType({
  type: 'EventWindowChanged',
  v: 1,
  topic: 'rules',
  data: z.object({
    slug: eventSlug,
    /** From 1 on. */
    round: z.int().min(1).max(20),
    /** Ms since 1970. */
    start: z.int().min(0),
    end: z.int().min(0),
    /** Seconds, of the whole event. */
    grace: eventGrace,
  }),
})
export type EventWindowChanged = EventOf<typeof eventWindowChanged>
