import { decodeEnvelope } from '@stepledger/contracts/events/codec.ts'
import { MalformedEventError } from '@stepledger/contracts/events/event-type.ts'

/** The time at which an event was made, ms since 1970; null if it is malformed. */
export function eventTime(bytes: Uint8Array): number | null {
  try {
    return decodeEnvelope(bytes).at
  } catch (error) {
    if (error instanceof MalformedEventError) return null
    throw error
  }
}
