import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { GenerationDb } from '../read-database.ts'

/** Returns the ledger positions of a player's plays, oldest first, including withdrawn ones. */
export async function playPositionsOf(
  generation: GenerationDb,
  player: string,
): Promise<(Position & { playId: number })[]> {
  return generation.db
    .selectFrom('plays')
    .select(['id as playId', 'partition', 'offset'])
    .where('player', '=', player)
    .orderBy('id')
    .execute()
}
