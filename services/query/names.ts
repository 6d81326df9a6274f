import type { PlayerName, RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { PlayerDirectory, PublicPlayer } from '@stepledger/contracts/players/player-directory.ts'
import type { RecentPlayOf } from '@stepledger/projections/catalogue/recent-plays.ts'
import { tag } from './tags.ts'

/** Placeholder for a deleted account whose erasure is not folded yet. */
const deletedPlayer = { alias: 'Deleted player', profileImageUrl: null }

export function nameOf(id: string, players: ReadonlyMap<string, PublicPlayer>): PlayerName {
  const { alias, profileImageUrl } = players.get(id) ?? deletedPlayer
  return { id, alias, profileImageUrl }
}

/** Adds players' names to the rows of a list. */
export async function withNames(
  directory: PlayerDirectory,
  plays: readonly RecentPlayOf[],
): Promise<RecentPlay[]> {
  const players = await directory.lookUp([...new Set(plays.map((play) => play.player))])
  return plays.map(({ player, ...play }) => ({ ...play, user: nameOf(player, players) }))
}

/** Tags of the names and titles that a list of plays shows. */
export function tagsOfList(plays: readonly RecentPlay[]): string[] {
  return plays.flatMap((play) => [tag.name(play.user.id), tag.title(play.chart.hash)])
}
