import { z } from 'zod'
import { type EventOf, eventType } from './event-type.ts'

/** The key of all these events, so that they are in order. */
export const operatorActedKey = 'operators'

/**
 * An operator did something. `operator`: the id of an account or of a name in `accounts.operators`; null for actions
 * before operators had names. `player`: the affected account, if any. Changes nothing: the audit log consists of these
 * events.
 */
export const operatorActed = eventType({
  type: 'OperatorActed',
  v: 1,
  topic: 'rules',
  data: z.object({
    operator: z.uuid().nullable(),
    /** In the past tense: 'Rules published'. */
    what: z.string().min(1).max(100),
    player: z.uuid().nullable(),
    details: z.record(z.string().max(40), z.string().max(1000)),
    /** In the words of the operator. */
    reason: z.string().max(500).nullable(),
  }),
})
export type OperatorActed = EventOf<typeof operatorActed>
