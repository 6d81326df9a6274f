import { chartsWithPlays } from './catalogue/reads.ts'
import { playsAndPlayers } from './players/reads.ts'
import type { GenerationDb } from './read-database.ts'

/** Plays that are kept and not withdrawn, the charts they were played on, the players who played them. */
export interface Totals {
  readonly plays: number
  readonly charts: number
  readonly players: number
}

/** Adds up kept counts: the cost grows with charts and players, not with plays. */
export async function totalsOf(generation: GenerationDb): Promise<Totals> {
  return { charts: await chartsWithPlays(generation), ...(await playsAndPlayers(generation)) }
}
