import type { Position } from './position.ts'

/**
 * An event as read from the ledger: its bytes (contracts/events/codec.ts) and its position. `bytes` may be a view of a
 * whole page, so copy what is retained for long.
 */
export interface RecordedEvent extends Position {
  readonly bytes: Uint8Array
}
