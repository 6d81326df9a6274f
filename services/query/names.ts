import type { PlayerName, RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { PlayerDirectory, PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import type { RecentPlayOf } from '@stepledger/projections/plays/reads.ts'

/** Who is shown where an account is gone and its erasure is still on its way through the ledger. */
const nobody = { alias: 'Deleted player', profileImageUrl: null }

export function nameOf(id: string, players: ReadonlyMap<string, PublicPlayer>): PlayerName {
  const { alias, profileImageUrl } = players.get(id) ?? nobody
  return { id, alias, profileImageUrl }
}

/** Gives the rows of a list their players' names. */
export async function withNames(
  directory: PlayerDirectory,
  plays: readonly RecentPlayOf[],
): Promise<RecentPlay[]> {
  const players = await directory.lookUp([...new Set(plays.map((play) => play.player))])
  return plays.map(({ player, ...play }) => ({ ...play, user: nameOf(player, players) }))
}
