import { z } from 'zod'
import { competitionSlug } from '../rules/competition-document.ts'
import { pointsFormula } from '../rules/points-formula.ts'
import { actedBy } from './acted-by.ts'
import { type EventOf, eventType } from './event-type.ts'

/** The points formula of a competition changed. The key is its slug. */
export const eventPointsChanged = eventType({
  type: 'EventPointsChanged',
  v: 1,
  topic: 'rules',
  data: z.object({ slug: competitionSlug, points: pointsFormula, by: actedBy }),
})
export type EventPointsChanged = EventOf<typeof eventPointsChanged>
