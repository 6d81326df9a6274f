import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { allEvents, overallRankOf } from '@stepledger/projections/standings/reads.ts'
import { eventOfNow } from './event-shown.ts'

/**
 * The rank of a player in the event of now, or else in the last one; null for who takes no part. `now`: ms since 1970.
 */
export async function rankOfNow(
  generation: GenerationDb,
  player: string,
  now: number,
): Promise<number | null> {
  const event = eventOfNow(await allEvents(generation), now)
  return event && overallRankOf(generation, event.slug, player)
}
