import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { MalformedEventError } from '@stepledger/contracts/events/errors.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'

/** Returns null for a malformed event. Throws NewerEventError for one that a newer release wrote. */
export function decodeUnlessMalformed({ bytes }: Pick<RecordedEvent, 'bytes'>) {
  try {
    return decodeEvent(bytes)
  } catch (error) {
    if (error instanceof MalformedEventError) return null
    throw error
  }
}
