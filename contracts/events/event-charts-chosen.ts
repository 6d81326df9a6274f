import { z } from 'zod'
import { competitionSlug, roundCharts } from '../rules/competition-document.ts'
import { actedBy } from './acted-by.ts'
import { type EventOf, eventType } from './event-type.ts'

/** All charts of a round were chosen, in order. The key is the competition's slug. */
export const eventChartsChosen = eventType({
  type: 'EventChartsChosen',
  v: 1,
  topic: 'rules',
  data: z.object({
    slug: competitionSlug,
    /** From 1 on. */
    round: z.int().min(1).max(20),
    charts: roundCharts,
    by: actedBy,
  }),
})
export type EventChartsChosen = EventOf<typeof eventChartsChosen>
