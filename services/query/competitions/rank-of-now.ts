import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { allEvents, overallRankOf } from '@stepledger/projections/standings/reads.ts'
import { defaultCompetition } from './event-shown.ts'

/** The rank of a player in the current competition, or else in the last one; null for a non-participant. `now`: ms since 1970. */
export async function defaultCompetitionRank(
  generation: GenerationDb,
  player: string,
  now: number,
): Promise<number | null> {
  const event = defaultCompetition(await allEvents(generation), now)
  return event && overallRankOf(generation, event.slug, player)
}
