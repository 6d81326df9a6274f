import type { Generation } from '../generation.ts'
import { of, type ReadDatabase } from '../read-database.ts'
import type { RivalRow } from './tables.ts'

/** Whom a player follows, the longest first. `since`: ms since 1970. */
export async function rivalsOf(
  db: ReadDatabase,
  generation: Generation,
  player: string,
): Promise<Pick<RivalRow, 'rival' | 'since'>[]> {
  return of(db, generation)
    .selectFrom('rivals')
    .select(['rival', 'since'])
    .where('player', '=', player)
    .orderBy('since')
    .orderBy('rival')
    .execute()
}

/** How many kept plays a player has. */
export async function playCountOf(db: ReadDatabase, generation: Generation, player: string): Promise<number> {
  const row = await of(db, generation)
    .selectFrom('players')
    .select('plays')
    .where('id', '=', player)
    .executeTakeFirst()
  return row?.plays ?? 0
}
