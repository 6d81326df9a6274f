import { z } from 'zod'
import { actedBy } from '../events/acted-by.ts'
import { eventType } from '../events/event-type.ts'
import { rules } from './rules.ts'

/**
 * New rules for folding the whole history. Unlike other data they are read strictly, because an unknown rule cannot be
 * ignored: a new field of the rules is a new version of this event.
 */
export const rulesPublished = eventType({
  type: 'RulesPublished',
  v: 3,
  topic: 'rules',
  data: z.object({ rules, by: actedBy }),
  // Versions 2 and 3 added fields with defaults: `milestones`; `arithmetic` and two conditions of `eligibility`.
  upcasters: { 1: (data) => data, 2: (data) => data },
})
