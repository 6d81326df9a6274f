import { z } from 'zod'
import { rules } from '../rules/rules.ts'
import { type EventOf, eventType } from './event-type.ts'

/**
 * History is to be folded under these rules from now on. Unlike other data they are read strictly: a rule that is not
 * known can't be ignored, so a new field of the rules is a new version of this event.
 */
export const rulesPublished = eventType({
  type: 'RulesPublished',
  v: 1,
  topic: 'rules',
  data: z.object({ rules }),
})
export type RulesPublished = EventOf<typeof rulesPublished>
