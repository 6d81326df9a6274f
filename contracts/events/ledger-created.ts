import { z } from 'zod'
import { type EventOf, eventType } from './event-type.ts'

/**
 * The first event of every ledger: which one this is. Its id stands beside every checkpoint, so that none meets the
 * wrong ledger.
 */
export const ledgerCreated = eventType({
  type: 'LedgerCreated',
  v: 1,
  topic: 'rules',
  data: z.object({ ledgerId: z.uuid(), partitions: z.int().positive() }),
})
export type LedgerCreated = EventOf<typeof ledgerCreated>
