import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { RecordedAt } from '@stepledger/projections/generation.ts'
import type { Ledger } from './ledger.ts'

/** Thrown when events that a fold needs again can't be read: no event of its batch is the cause. */
export class LedgerUnreadError extends Error {}

/** Reads events of the topic `events` at their positions, one after the other. Throws LedgerUnreadError. */
export function recordedAt(ledger: Pick<Ledger, 'at'>): RecordedAt {
  return async (positions) => {
    const found: RecordedEvent[] = []
    for (const position of positions) {
      const recorded = await ledger.at('events', position).catch((cause: unknown) => {
        throw new LedgerUnreadError(`can't read ${formatPosition(position)} in the ledger`, { cause })
      })
      if (!recorded) throw new LedgerUnreadError(`nothing lies at ${formatPosition(position)} any more`)
      found.push(recorded)
    }
    return found
  }
}
