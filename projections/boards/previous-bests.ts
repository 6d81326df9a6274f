import { sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'

/** The best counting play of a player on a chart before another play, in one system. */
export interface PreviousBest {
  readonly system: number
  readonly playId: number
  readonly hundredths: number
  /** Time of play, ms since 1970. */
  readonly playedAt: number
}

/**
 * Returns the player's best counting play on the chart before this one, in every system: the highest score, of equal ones
 * the first received. One index range: the player's plays of the chart.
 */
export async function previousBests(
  { table, rules, db }: GenerationDb,
  { chart, player, at, id }: { chart: string; player: string; at: number; id: number },
): Promise<PreviousBest[]> {
  const { rows } = await sql<PreviousBest>`
    select distinct on (x.system) x.system, a.play_id as "playId", score.hundredths, a.played_at as "playedAt"
    from ${table('attempts')} a
    cross join unnest(a.hundredths) with ordinality as score(hundredths, nth)
    join unnest(${rules.systems.map(({ id }) => id)}::smallint[]) with ordinality as x(system, nth) using (nth)
    where a.chart = ${chart} and a.player = ${player}::uuid and a.counts and (a.at, a.play_id) < (${at}::bigint, ${id}::bigint)
    order by x.system, score.hundredths desc, a.at, a.play_id`.execute(db)
  return rows
}
