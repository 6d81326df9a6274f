import type { GenerationDb } from '../read-database.ts'

/** Returns the plays a week that a player aims for; null without a goal. */
export async function goalOf({ db }: GenerationDb, player: string): Promise<number | null> {
  const row = await db
    .selectFrom('goals')
    .select('plays_a_week')
    .where('player', '=', player)
    .executeTakeFirst()
  return row?.plays_a_week ?? null
}
