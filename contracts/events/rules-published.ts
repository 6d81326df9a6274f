import { z } from 'zod'
import { rules } from '../rules/rules.ts'
import { type EventOf, eventType } from './event-type.ts'

/**
 * New rules for folding the whole history. Unlike other data they are read strictly, because an unknown rule cannot be
 * ignored: a new field of the rules is a new version of this event.
 */
export const rulesPublished = eventType({
  type: 'RulesPublished',
  v: 1,
  topic: 'rules',
  data: z.object({ rules }),
})
export type RulesPublished = EventOf<typeof rulesPublished>
