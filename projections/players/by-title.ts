import { type RawBuilder, sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { direction, type Slice } from '../slice.ts'
import { type PlayerPlaysQuery, wantedCharts } from './plays-query.ts'

/**
 * The ids of a player's plays by title, of one chart the play played last first. It walks along the player's charts,
 * whose plays are counted, to the one where the slice begins; each has a play at least, so they are never more than
 * plays come before the end of the slice.
 */
export function idsByTitle(
  generation: GenerationDb,
  player: string,
  query: PlayerPlaysQuery,
  slice: Slice,
): RawBuilder<{ id: number }> {
  const way = direction(query.orderDirection, slice)
  const ofOneChart = direction('desc', slice)
  const { from, limit } = slice
  return sql`
    with held as (
      select chart, title_key, before from (
        select chart, title_key, plays, sum(plays) over (order by title_key ${way}, chart ${way} rows unbounded preceding) - plays as before
        from (select * from ${wantedCharts(generation, player, query)} order by title_key ${way}, chart ${way} limit ${from}::integer + ${limit}::integer) first
      ) counted
      where before + plays > ${from}::integer
      order by title_key ${way}, chart ${way} limit ${limit}::integer
    )
    select play.id from held cross join lateral (
      select id, played_at from ${sql.table(`${generation.schema}.plays`)} p
      where p.player = ${player}::uuid and p.chart = held.chart and withdrawn_at is null
      order by played_at ${ofOneChart}, id ${ofOneChart} limit greatest(${from}::integer + ${limit}::integer - held.before, 0)
    ) play
    order by held.title_key ${way}, held.chart ${way}, play.played_at ${ofOneChart}, play.id ${ofOneChart}
    offset ${from}::integer - (select min(before) from held) limit ${limit}::integer`
}
