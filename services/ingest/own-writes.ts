import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { requestedPosition } from '../platform/http/position.ts'
import type { Progress } from '../platform/progress/progress.ts'

/** How long a request waits for the read model to reach its caller's last write, ms. */
const timeoutMs = 2_000
const maxPlayers = 10_000

interface OwnWrites {
  record(player: string, position: Position): void
  /** Returns false on timeout: reads may be older than the player's own last write. */
  awaitFolded(player: string, request: FastifyRequest): Promise<boolean>
}

/**
 * Read-your-write: waits for a player's own writes, those through this process and the one that the request names. A
 * route that reads before it decides whether to append needs it, or a quick "add, remove, add" would lose the last one.
 */
export function ownWrites(progress: Pick<Progress, 'reached'>): OwnWrites {
  const lastWrites = new LRUCache<string, Position>({ max: maxPlayers })
  return {
    record: (player, position) => void lastWrites.set(player, position),
    async awaitFolded(player, request) {
      const positions = [lastWrites.get(player), requestedPosition(request)]
      const reached = await Promise.all(positions.map((p) => (p ? progress.reached(p, timeoutMs) : true)))
      return reached.every(Boolean)
    },
  }
}
