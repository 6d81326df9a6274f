import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { GenerationDb } from '../read-database.ts'

/** Ids of all plays of a player that are not withdrawn, the oldest first. */
export async function playIdsOfPlayer(generation: GenerationDb, player: string): Promise<number[]> {
  const rows = await generation.db
    .selectFrom('plays')
    .select('id')
    .where('player', '=', player)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Where all plays of a player lie in the ledger, the withdrawn ones as well, the oldest first. */
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
