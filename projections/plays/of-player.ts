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
