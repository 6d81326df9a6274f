import { sql } from 'kysely'
import { chartsWithPlays } from '../catalogue/reads.ts'
import type { GenerationDb } from '../read-database.ts'
import { idsAfter } from '../slice.ts'
import type { RivalRow } from './players.ts'

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

export async function rivalIdsOf(generation: GenerationDb, player: string): Promise<string[]> {
  return (await rivalsOf(generation, player)).map(({ rival }) => rival)
}

/** Without withdrawn ones. */
export async function playCountOf(generation: GenerationDb, player: string): Promise<number> {
  const row = await generation.db
    .selectFrom('players')
    .select('plays')
    .where('id', '=', player)
    .executeTakeFirst()
  return row?.plays ?? 0
}

/** Without withdrawn ones. */
export async function playsOnChart(generation: GenerationDb, player: string, chart: string): Promise<number> {
  const row = await generation.db
    .selectFrom('player_charts')
    .select('plays')
    .where('player', '=', player)
    .where('chart', '=', chart)
    .executeTakeFirst()
  return row?.plays ?? 0
}

export function playersAfter(
  generation: GenerationDb,
  after: string | null,
  skip: number,
  limit: number,
): Promise<string[]> {
  const where = 'plays > 0 and erased_at is null'
  return idsAfter(generation, { table: 'players', id: 'id', where }, after, skip, limit)
}

/** Counts of plays that are not withdrawn, of the charts with such plays and of their players. */
export interface Totals {
  readonly plays: number
  readonly charts: number
  readonly players: number
}

/** Sums stored counts: the cost grows with charts and players, not with plays. */
export async function totalsOf(generation: GenerationDb): Promise<Totals> {
  const charts = await chartsWithPlays(generation)
  const { plays, players } = await generation.db
    .selectFrom('players')
    .select((select) => [
      select.fn.countAll<number>().as('players'),
      select.fn.coalesce(select.fn.sum<number>('plays'), select.lit(0)).as('plays'),
    ])
    .where('plays', '>', 0)
    .executeTakeFirstOrThrow()
  return { charts, plays: Number(plays), players: Number(players) }
}

export async function erasedPlayers({ db }: GenerationDb): Promise<string[]> {
  const rows = await db.selectFrom('players').select('id').where('erased_at', 'is not', null).execute()
  return rows.map((row) => row.id)
}

/** Returns what an erasure deletes of a player, withdrawn plays included. `rivalOf`: players who have this one as a rival. */
export async function countsOfErasure(
  { db, table }: GenerationDb,
  player: string,
): Promise<{ plays: number; rivals: number; rivalOf: number }> {
  const { rows } = await sql<{ plays: number; rivals: number; rivalOf: number }>`
    select (select count(*) from ${table('plays')} where player = ${player}::uuid) as plays,
      (select count(*) from ${table('rivals')} where player = ${player}::uuid) as rivals,
      (select count(*) from ${table('rivals')} where rival = ${player}::uuid) as "rivalOf"`.execute(db)
  return rows[0] ?? { plays: 0, rivals: 0, rivalOf: 0 }
}
