import type { HomePage } from '@stepledger/contracts/http/home.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { lastPlays } from '@stepledger/projections/plays/reads.ts'
import type { ReadDatabase } from '@stepledger/projections/read-database.ts'
import type { PlayerDirectory } from '../../platform/players/directory.ts'
import { withNames } from '../names.ts'
import { tagsOfList } from './list-tags.ts'
import type { Shown } from './shown.ts'

const recentPlaysShown = 10

/** The ten plays played last; the event's part stays empty until there is one. */
export async function homePage(
  db: ReadDatabase,
  generation: Generation,
  players: PlayerDirectory,
): Promise<Shown<HomePage>> {
  const recentPlays = await withNames(players, await lastPlays(db, generation, {}, recentPlaysShown))
  return {
    answer: { announcement: null, recentPlays, charts: [], overallLeaderboard: null },
    tags: tagsOfList(recentPlays),
  }
}
