import { formatPosition, type Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Ledger } from './ledger.ts'

/** Thrown if events that a fold reads again are unreadable. The cause is not an event of its batch. */
export class LedgerReadError extends Error {}

/** Reads events of the topic `events` by position, sequentially. Throws LedgerReadError. */
export function recordedAt(ledger: Pick<Ledger, 'at'>) {
  return async (positions: readonly Position[]): Promise<RecordedEvent[]> => {
    const events: RecordedEvent[] = []
    for (const position of positions) {
      const recorded = await ledger.at('events', position).catch((cause: unknown) => {
        throw new LedgerReadError(`can't read ${formatPosition(position)} in the ledger`, { cause })
      })
      if (!recorded) throw new LedgerReadError(`no event at ${formatPosition(position)} in the ledger`)
      events.push(recorded)
    }
    return events
  }
}
