import type { Standing } from '@stepledger/contracts/http/shapes/standing.ts'
import { standingsOf } from '@stepledger/projections/boards/standings-of-play.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'

/** The standings of a play's player on each board, with board names; empty when the play does not count. */
export async function namedStandingsOf(
  generation: GenerationDb,
  play: { chart: string; player: string; playId: number },
): Promise<Standing[]> {
  const names = new Map(generation.rules.systems.map((system) => [system.id, system.name]))
  const standings = await standingsOf(generation, play)
  return standings.map(({ system, ...standing }) => ({
    leaderboard: names.get(system) ?? String(system),
    id: system,
    ...standing,
  }))
}
