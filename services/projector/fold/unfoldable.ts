import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { nameOf } from './decide-parking.ts'
import type { Parked } from './parking.ts'

/** An event can't be folded, and folding must stop at it. */
export class UnfoldableError extends Error {
  override readonly name = 'UnfoldableError'
  readonly event: Parked

  constructor(event: Parked, options?: ErrorOptions) {
    const { type, key, reason } = event
    super(`${type} at ${formatPosition(event)} of ${key} cannot be folded: ${reason}`, options)
    this.event = event
  }
}

/** The parked form of the event that caused an error. */
export function blame({ partition, offset, bytes }: RecordedEvent, error: unknown): Parked {
  if (error instanceof UnfoldableError) return error.event
  const reason = errorMessage(error)
  const { key, type } = nameOf(bytes, partition, offset)
  return { partition, offset, key, type, reason }
}
