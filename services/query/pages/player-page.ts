import { meterRange, type ProfilePage, type ProfileQuery } from '@stepledger/contracts/http/players.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { playCountOf } from '@stepledger/projections/players/reads.ts'
import { playsOfPlayer } from '@stepledger/projections/plays/reads.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import type { PlayerDirectory } from '../../platform/players/directory.ts'
import { withNames } from '../names.ts'
import { tag } from '../tags.ts'
import { tagsOfList } from './list-tags.ts'
import type { Shown } from './shown.ts'

/** A player with a page of recent plays; null when there is no such player. The ends of the meter range are open. */
export async function playerPage(
  db: ReadDatabase,
  generation: Generation,
  directory: PlayerDirectory,
  id: string,
  query: ProfileQuery,
): Promise<Shown<ProfilePage> | null> {
  const player = (await directory.lookUp([id])).get(id)
  if (!player) return null
  const { page, limit, search, includeUnknown, orderBy, orderDirection } = query
  const { plays, total } = await playsOfPlayer(
    db,
    generation,
    id,
    {
      search,
      includeUnknown,
      orderBy,
      orderDirection,
      minMeter: query.minMeter > meterRange.min ? query.minMeter : null,
      maxMeter: query.maxMeter < meterRange.max ? query.maxMeter : null,
    },
    { from: (page - 1) * limit, limit },
  )
  const recentPlays = await withNames(directory, plays)
  const totalPages = Math.ceil(total / limit)
  return {
    answer: {
      id,
      alias: player.alias,
      profileImageUrl: player.profileImageUrl,
      countryId: player.countryId,
      country: null,
      createdAt: new Date(player.createdAt).toISOString(),
      blueShift: null,
      userHasSubmittedScore: (await playCountOf(db, generation, id)) > 0,
      recentPlays,
      recentPlaysMeta: {
        page,
        limit,
        total,
        totalPages,
        hasNextPage: page < totalPages,
        hasPreviousPage: page > 1,
      },
    },
    tags: [tag.name(id), ...tagsOfList(recentPlays)],
  }
}
