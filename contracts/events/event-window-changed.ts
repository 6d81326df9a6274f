import { z } from 'zod'
import { competitionGrace, competitionSlug } from '../rules/competition-document.ts'
import { actedBy } from './acted-by.ts'
import { type EventOf, eventType } from './event-type.ts'

/**
 * The window of a round or the grace of its competition changed. Unchanged values are repeated. The key is the
 * competition's slug.
 */
export const eventWindowChanged = eventType({
  type: 'EventWindowChanged',
  v: 1,
  topic: 'rules',
  data: z.object({
    slug: competitionSlug,
    /** From 1 on. */
    round: z.int().min(1).max(20),
    /** Ms since 1970. */
    start: z.int().min(0),
    end: z.int().min(0),
    /** Seconds, for the whole competition. */
    grace: competitionGrace,
    by: actedBy,
  }),
})
export type EventWindowChanged = EventOf<typeof eventWindowChanged>
