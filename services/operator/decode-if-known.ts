import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { MalformedEventError } from '@stepledger/contracts/events/errors.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'

/** Returns null for an event that this version of the code can't decode. */
export function decodeIfKnown({ bytes }: Pick<RecordedEvent, 'bytes'>) {
  try {
    return decodeEvent(bytes)
  } catch (error) {
    if (error instanceof MalformedEventError) return null
    throw error
  }
}
