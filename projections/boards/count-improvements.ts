import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'

/** Counts, per system, how many of these plays beat the best of the player's earlier counting plays on their chart. */
export async function countImprovements(
  { table, rules, db }: GenerationDb,
  player: string,
  { ids, charts }: { readonly ids: readonly number[]; readonly charts: readonly string[] },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ system: number; plays: number }>`
    select x.system, count(*)::integer as plays
    from (
      select a.play_id, x.system, score.hundredths, max(score.hundredths) over (
          partition by a.chart, x.system order by a.at, a.play_id rows between unbounded preceding and 1 preceding
        ) as earlier
      from ${table('attempts')} a
      cross join unnest(a.hundredths) with ordinality as score(hundredths, nth)
      join unnest(${rules.systems.map(({ id }) => id)}::smallint[]) with ordinality as x(system, nth) using (nth)
      where a.chart = any (${[...new Set(charts)]}::text[]) and a.player = ${player}::uuid and a.counts
    ) x
    where x.play_id = any (${[...ids]}::bigint[]) and x.hundredths > x.earlier
    group by x.system`.execute(db)
  return new Map(rows.map(({ system, plays }) => [system, plays]))
}
