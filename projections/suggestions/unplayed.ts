import { sql } from 'kysely'
import { listedCharts } from '../catalogue/listed.ts'
import type { GenerationDb } from '../read-database.ts'

/** Returns the median meter and the steps types of these charts, ignoring charts without a meter. */
export async function levelOf(
  { table, db }: GenerationDb,
  charts: readonly string[],
): Promise<{ meter: number; stepsTypes: readonly string[] } | null> {
  const { rows } = await sql<{ meter: number | null; types: string[] | null }>`
    select percentile_disc(0.5) within group (order by meter)::integer as meter,
      array_agg(distinct steps_type) filter (where steps_type is not null) as types
    from ${table('charts')} where hash = any(${[...charts]}::text[]) and meter is not null`.execute(db)
  const { meter = null, types = null } = rows[0] ?? {}
  return meter === null ? null : { meter, stepsTypes: types ?? [] }
}

/**
 * Returns listed charts with a meter at most one from `meter` and one of these steps types (or an unknown one) that the
 * player has not played, most played first. Reads all charts of those meters and an index range of the player.
 */
export async function unplayedCharts(
  { table, db }: GenerationDb,
  player: string,
  { meter, stepsTypes }: { readonly meter: number; readonly stepsTypes: readonly string[] },
  limit: number,
): Promise<{ chart: string; plays: number }[]> {
  const { rows } = await sql<{ chart: string; plays: number }>`
    select hash as chart, plays from ${table('charts')}
    where coalesce(meter, -1) between ${meter - 1} and ${meter + 1} and ${sql.raw(listedCharts)}
      and (steps_type is null or steps_type = any(${[...stepsTypes]}::text[]))
      and hash not in (select chart from ${table('player_charts')} where player = ${player}::uuid)
    order by plays desc, hash limit ${limit}`.execute(db)
  return rows
}
