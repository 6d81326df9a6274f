import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Claim, ClaimRequest } from './play-ids/idempotency-claims.ts'

/** A play to append. `encode` returns its event, once id and time are known. */
export interface PlayToWrite extends ClaimRequest {
  encode(claim: Pick<Claim, 'playId' | 'at' | 'key'>): Uint8Array
}

/** A play in the ledger. */
export interface WrittenPlay {
  readonly playId: number
  readonly position: Position
  /** The same content was stored before. */
  readonly duplicate: boolean
  /** The other play that already uses the requested idempotency key. */
  readonly keyNames: number | null
}
