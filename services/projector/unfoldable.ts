import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import type { Parked } from './parking.ts'

/** An event can't be folded, and nothing may be folded without it. */
export class UnfoldableError extends Error {
  override readonly name = 'UnfoldableError'
  readonly event: Parked

  constructor(event: Parked, options?: ErrorOptions) {
    const { type, key, reason } = event
    super(`${type} at ${formatPosition(event)} of ${key} cannot be folded: ${reason}`, options)
    this.event = event
  }
}
