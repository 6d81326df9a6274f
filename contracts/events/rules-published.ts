import { z } from 'zod'
import { rules } from '../rules/rules.ts'
import { actedBy } from './acted-by.ts'
import { eventType } from './event-type.ts'

/**
 * New rules for folding the whole history. Unlike other data they are read strictly, because an unknown rule cannot be
 * ignored: a new field of the rules is a new version of this event.
 */
export const rulesPublished = eventType({
  type: 'RulesPublished',
  v: 2,
  topic: 'rules',
  data: z.object({ rules, by: actedBy }),
  // Version 2 added `milestones`, which are empty by default.
  upcasters: { 1: (data) => data },
})
