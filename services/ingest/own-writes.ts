import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { requestedPosition } from '../platform/http/position.ts'
import { requestedPositions } from '../progress.ts'
import type { IngestDeps } from './deps.ts'

/** How long a request waits for the read model to reach its caller's last write, ms. */
const timeoutMs = 2_000
const maxPlayers = 10_000

interface OwnWrites {
  record(player: string, position: Position): void
  /** Waits for the position that the request names. Returns false on timeout; throws 400 if the ledger has none there. */
  awaitRequested(request: FastifyRequest): Promise<boolean>
  /** Waits for the player's last write through this process. Returns false on timeout. */
  awaitOwn(player: string): Promise<boolean>
}

/**
 * Read-your-write: waits for a player's own writes, those through this process and the one that the request names. A
 * route that reads before it decides whether to append needs both, or a quick "add, remove, add" would lose the last one.
 */
export function ownWrites(deps: Pick<IngestDeps, 'progress' | 'ledger'>): OwnWrites {
  const lastWrites = new LRUCache<string, Position>({ max: maxPlayers })
  const awaitPosition = requestedPositions(deps)
  return {
    record: (player, position) => void lastWrites.set(player, position),
    async awaitRequested(request) {
      const position = requestedPosition(request)
      return position === null || awaitPosition(position, timeoutMs)
    },
    async awaitOwn(player) {
      const position = lastWrites.get(player)
      return position === undefined || deps.progress.reached(position, timeoutMs)
    },
  }
}
