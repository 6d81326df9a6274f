import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { PlayRow } from '@stepledger/projections/plays/tables.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'

/** Reads the event that a row was folded from; null when the ledger does not contain it. */
export async function submittedEventOf(
  ledger: Pick<Ledger, 'at'>,
  { partition, offset }: Pick<PlayRow, 'partition' | 'offset'>,
): Promise<PlaySubmitted | null> {
  const recorded = await ledger.at('events', { partition, offset })
  const event = recorded && decodeEvent(recorded.bytes)
  return event?.type === 'PlaySubmitted' ? event : null
}
