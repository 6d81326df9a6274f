import { type RawBuilder, sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { direction, type Slice } from '../slice.ts'
import { matchingCharts, type PlayerPlaysQuery } from './plays-query.ts'

/**
 * Returns the query for the ids of a player's plays by title, and by date, latest first, within a chart. Scans the
 * player's charts with their play counts up to the start of the slice. Each chart has at least one play, so it reads at
 * most as many charts as plays precede the end of the slice.
 */
export function idsByTitle(
  generation: GenerationDb,
  player: string,
  query: PlayerPlaysQuery,
  slice: Slice,
): RawBuilder<{ id: number }> {
  const way = direction(query.orderDirection, slice)
  const withinChart = direction('desc', slice)
  const { from, limit } = slice
  return sql`
    with matching as (
      select chart, title_key, before from (
        select chart, title_key, plays, sum(plays) over (order by title_key ${way}, chart ${way} rows unbounded preceding) - plays as before
        from (select * from ${matchingCharts(generation, player, query)} order by title_key ${way}, chart ${way} limit ${from}::integer + ${limit}::integer) first
      ) counted
      where before + plays > ${from}::integer
      order by title_key ${way}, chart ${way} limit ${limit}::integer
    )
    select play.id from matching cross join lateral (
      select id, played_at from ${generation.table('plays')} p
      where p.player = ${player}::uuid and p.chart = matching.chart and withdrawn_at is null
      order by played_at ${withinChart}, id ${withinChart} limit greatest(${from}::integer + ${limit}::integer - matching.before, 0)
    ) play
    order by matching.title_key ${way}, matching.chart ${way}, play.played_at ${withinChart}, play.id ${withinChart}
    offset ${from}::integer - (select min(before) from matching) limit ${limit}::integer`
}
