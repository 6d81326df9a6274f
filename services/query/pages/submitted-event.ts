import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { PlayRow } from '@stepledger/projections/plays/tables.ts'
import { TimeoutError, withDeadline } from '../../platform/async/with-deadline.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { LedgerUnavailableError } from '../../platform/ledger/ledger-errors.ts'

/** Reads the event that a row was folded from; null when the ledger does not contain it. */
export async function submittedEventOf(
  ledger: Pick<Ledger, 'at'>,
  { partition, offset }: Pick<PlayRow, 'partition' | 'offset'>,
): Promise<PlaySubmitted | null> {
  const recorded = await ledger.at('events', { partition, offset })
  const event = recorded && decodeEvent(recorded.bytes)
  return event?.type === 'PlaySubmitted' ? event : null
}

/** How long a page waits for a ledger that may be unavailable, ms. */
const timeoutMs = 2_000

/** The same, or `unavailable` when the ledger can't be read soon. */
export async function submittedEventIfAvailable(
  ledger: Pick<Ledger, 'at'>,
  row: Pick<PlayRow, 'partition' | 'offset'>,
): Promise<PlaySubmitted | null | 'unavailable'> {
  try {
    return await withDeadline(timeoutMs, submittedEventOf(ledger, row), 'reading the event of a play')
  } catch (error) {
    if (error instanceof TimeoutError || error instanceof LedgerUnavailableError) return 'unavailable'
    throw error
  }
}
