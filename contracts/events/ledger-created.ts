import { z } from 'zod'
import { type EventOf, eventType } from './event-type.ts'

/**
 * The first event of every ledger, with its id. The id is stored with every checkpoint, so that a checkpoint is never
 * used with another ledger.
 */
export const ledgerCreated = eventType({
  type: 'LedgerCreated',
  v: 1,
  topic: 'rules',
  data: z.object({
    ledgerId: z.uuid(),
    /** Number of partitions of the topic `events`. Differs in a copy with another number, which has the same id. */
    partitions: z.int().positive(),
  }),
})
export type LedgerCreated = EventOf<typeof ledgerCreated>
