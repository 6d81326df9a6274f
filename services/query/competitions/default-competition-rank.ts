import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { overallRankOf } from '@stepledger/projections/standings/ranked-totals.ts'
import { allCompetitions } from '@stepledger/projections/standings/reads.ts'
import { currentCompetition } from './shown-competition.ts'

/** The rank of a player in the current competition, or else in the last one; null for a non-participant. `now`: ms since 1970. */
export async function defaultCompetitionRank(
  generation: GenerationDb,
  player: string,
  now: number,
): Promise<number | null> {
  const competition = currentCompetition(await allCompetitions(generation), now)
  return competition && overallRankOf(generation, competition.slug, player)
}
