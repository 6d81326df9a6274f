import { playerId } from '@stepledger/contracts/ids.ts'
import type { FindByAlias } from '@stepledger/contracts/players/player-directory.ts'

/** Resolves a player id, or a current or former alias; null when unknown. An id is returned without a lookup. */
export function findPlayerId(findByAlias: FindByAlias, name: string): string | Promise<string | null> {
  const id = playerId.safeParse(name)
  return id.success ? id.data : findByAlias(name)
}
