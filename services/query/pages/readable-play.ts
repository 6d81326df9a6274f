import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { isParkedPlay } from '@stepledger/projections/generations/live-generation.ts'
import { playById } from '@stepledger/projections/plays/reads.ts'
import type { PlayRow } from '@stepledger/projections/plays/tables.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { TimeoutError, withDeadline } from '../../platform/async/with-deadline.ts'
import { parkedPlay } from '../../platform/http/http-error.ts'
import { type Ledger, LedgerUnavailableError } from '../../platform/ledger/ledger.ts'

/** The row of a play; null for an unknown or withdrawn one. Throws an HttpError for a parked play. */
export async function readablePlay(generation: GenerationDb, id: number): Promise<PlayRow | null> {
  const row = await playById(generation, id)
  if (!row && (await isParkedPlay(generation, id))) throw parkedPlay()
  return row?.withdrawn_at === null ? row : null
}

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
