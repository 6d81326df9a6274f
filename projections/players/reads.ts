import type { GenerationDb } from '../read-database.ts'
import type { RivalRow } from './tables.ts'

/** Returns the rivals of a player, followed longest first. `since`: ms since 1970. */
export async function rivalsOf(
  generation: GenerationDb,
  player: string,
): Promise<Pick<RivalRow, 'rival' | 'since'>[]> {
  return generation.db
    .selectFrom('rivals')
    .select(['rival', 'since'])
    .where('player', '=', player)
    .orderBy('since')
    .orderBy('rival')
    .execute()
}

/** Returns the number of a player's plays, without withdrawn ones. */
export async function playCountOf(generation: GenerationDb, player: string): Promise<number> {
  const row = await generation.db
    .selectFrom('players')
    .select('plays')
    .where('id', '=', player)
    .executeTakeFirst()
  return row?.plays ?? 0
}

/** Returns the number of a player's plays on a chart, without withdrawn ones. */
export async function playsOnChart(generation: GenerationDb, player: string, chart: string): Promise<number> {
  const row = await generation.db
    .selectFrom('player_charts')
    .select('plays')
    .where('player', '=', player)
    .where('chart', '=', chart)
    .executeTakeFirst()
  return row?.plays ?? 0
}

/** Returns the ids of players with plays in index order, after `after` or from the first: one index range. */
export async function playersAfter(
  generation: GenerationDb,
  after: string | null,
  skip: number,
  limit: number,
): Promise<string[]> {
  const rows = await generation.db
    .selectFrom('players')
    .select('id')
    .where('plays', '>', 0)
    .where('erased_at', 'is', null)
    .$if(after !== null, (q) => q.where('id', '>', after))
    .orderBy('id')
    .offset(skip)
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Returns the number of plays that are not withdrawn, and of their players. */
export async function playsAndPlayers(generation: GenerationDb): Promise<{ plays: number; players: number }> {
  const { plays, players } = await generation.db
    .selectFrom('players')
    .select((select) => [
      select.fn.countAll<number>().as('players'),
      select.fn.coalesce(select.fn.sum<number>('plays'), select.lit(0)).as('plays'),
    ])
    .where('plays', '>', 0)
    .executeTakeFirstOrThrow()
  return { plays: Number(plays), players: Number(players) }
}

/** Returns the ids of all erased players. */
export async function erasedPlayers({ db }: GenerationDb): Promise<string[]> {
  const rows = await db.selectFrom('players').select('id').where('erased_at', 'is not', null).execute()
  return rows.map((row) => row.id)
}
