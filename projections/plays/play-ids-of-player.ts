import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { GenerationDb } from '../read-database.ts'

/** Returns the ids of a player's plays that are not permanently withdrawn, oldest first. */
export async function playIdsOfPlayer(generation: GenerationDb, player: string): Promise<number[]> {
  const rows = await generation.db
    .selectFrom('plays')
    .select('id')
    .where('player', '=', player)
    .where((where) => where.or([where('withdrawn_at', 'is', null), where('wipe', 'is not', null)]))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

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
