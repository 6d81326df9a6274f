import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { wantedPosition } from '../platform/http/position.ts'
import type { Progress } from '../platform/progress/progress.ts'

/** How long a request waits for the read model to hold what its caller wrote before, ms. */
const patience = 2_000
/** Of this many callers the last write is remembered. */
const remembered = 10_000

export interface OwnWrites {
  note(player: string, position: Position): void
  /** False: what the read model says of this player may be older than the player's own last writes. */
  settled(player: string, request: FastifyRequest): Promise<boolean>
}

/**
 * Whether a player's own writes are in the read model: those sent to this process, and the one that the request names.
 * Who decides by the read model whether an event is needed must know this, or a quick "add, remove, add" would lose its
 * last word.
 */
export function ownWrites(progress: Pick<Progress, 'reached'>): OwnWrites {
  const last = new LRUCache<string, Position>({ max: remembered })
  return {
    note: (player, position) => void last.set(player, position),
    async settled(player, request) {
      const positions = [last.get(player), wantedPosition(request)]
      const reached = await Promise.all(positions.map((p) => (p ? progress.reached(p, patience) : true)))
      return reached.every(Boolean)
    },
  }
}
