import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Claim, ClaimRequest } from './idempotency-claims.ts'

/** A play on its way into the ledger. `encode`: its event, once id and time are fixed. */
export interface PlayToWrite extends ClaimRequest {
  encode(claim: Pick<Claim, 'playId' | 'at' | 'key'>): Uint8Array
}

/** A play that the ledger has. */
export interface WrittenPlay {
  readonly playId: number
  readonly position: Position
  /** We had it before. */
  readonly duplicate: boolean
  /** Another play that the key names already. */
  readonly keyNames: number | null
}
