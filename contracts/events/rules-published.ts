import { z } from 'zod'
import { rules } from '../rules/rules.ts'
import { type EventOf, eventType } from './event-type.ts'

/** History is to be folded under these rules from now on. */
export const rulesPublished = eventType({
  type: 'RulesPublished',
  v: 1,
  topic: 'rules',
  data: z.object({ rules }),
})
export type RulesPublished = EventOf<typeof rulesPublished>
