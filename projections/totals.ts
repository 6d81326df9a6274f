import { chartsWithPlays } from './catalogue/reads.ts'
import { playsAndPlayers } from './players/reads.ts'
import type { GenerationDb } from './read-database.ts'

/** Counts of plays that are not withdrawn, of the charts with such plays and of their players. */
export interface Totals {
  readonly plays: number
  readonly charts: number
  readonly players: number
}

/** Sums stored counts: the cost grows with charts and players, not with plays. */
export async function totalsOf(generation: GenerationDb): Promise<Totals> {
  return { charts: await chartsWithPlays(generation), ...(await playsAndPlayers(generation)) }
}
