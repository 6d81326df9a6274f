import { EventTooLargeError } from '@stepledger/contracts/events/errors.ts'
import { maxEventBytes } from '@stepledger/contracts/ledger/topic.ts'
import type { NewEvent } from './ledger.ts'

/** Throws if the event is too large, or its key is too long or contains NUL. */
export function checkNewEvent({ key, bytes }: NewEvent): void {
  if (bytes.length > maxEventBytes)
    throw new EventTooLargeError(`the event has ${bytes.length} bytes, ${maxEventBytes} are allowed`)
  if (key.length > 200) throw new RangeError(`the key has ${key.length} characters, 200 are allowed`)
  if (key.includes('\0')) throw new RangeError('the key contains NUL')
}
