import { playerId } from '@stepledger/contracts/ids.ts'
import type { FindByAlias } from '@stepledger/contracts/players/player-directory.ts'

/** The player's id that `name` is, or whose alias it is or was; null for nobody. Looks nothing up for an id. */
export function findPlayerId(findByAlias: FindByAlias, name: string): string | Promise<string | null> {
  const id = playerId.safeParse(name)
  return id.success ? id.data : findByAlias(name)
}
