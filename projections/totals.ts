import { chartsWithPlays } from './catalogue/reads.ts'
import type { Generation } from './generation.ts'
import { playsAndPlayers } from './players/reads.ts'
import type { ReadDatabase } from './read-database.ts'

/** Plays that are kept and not withdrawn, the charts they were played on, the players who played them. */
export interface Totals {
  readonly plays: number
  readonly charts: number
  readonly players: number
}

/** Adds up kept counts: the cost grows with charts and players, not with plays. */
export async function totalsOf(db: ReadDatabase, generation: Generation): Promise<Totals> {
  return { charts: await chartsWithPlays(db, generation), ...(await playsAndPlayers(db, generation)) }
}
