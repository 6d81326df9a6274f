import type { Position } from './position.ts'

/**
 * An event as the ledger gives it back: its bytes (contracts/events/codec.ts) and where they lie. `bytes` may be a view
 * of a whole page: copy what you keep for long.
 */
export interface RecordedEvent extends Position {
  readonly bytes: Uint8Array
}
