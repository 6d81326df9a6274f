import type { GenerationDb } from '../read-database.ts'

/** Returns the hours of the day, UTC, in which a player has played, each with the number of plays. */
export async function hoursOfPlayer(
  { db }: GenerationDb,
  player: string,
): Promise<{ hour: number; plays: number }[]> {
  return db
    .selectFrom('player_hours')
    .select(['hour', 'plays'])
    .where('player', '=', player)
    .orderBy('hour')
    .execute()
}
