import { type RawBuilder, sql } from 'kysely'
import { startOf } from '../periods.ts'
import type { GenerationDb } from '../read-database.ts'
import { direction, type Slice } from '../slice.ts'
import { countedMeter } from './plays-by-period-and-meter.ts'
import { matchesAll, matchesChart, matchesMeter, type PlayerPlaysQuery } from './plays-query.ts'

/** A query for ordered play ids. */
type Ids = RawBuilder<{ id: number }>

/**
 * Returns the query for the ids of a player's plays by date. Scans plays along the date index near the end of an
 * unfiltered list, or if a search matches many plays. Reads the plays of each chart if few match. Otherwise locates the
 * slice by the stored counts.
 */
export function idsByDate(
  generation: GenerationDb,
  player: string,
  query: PlayerPlaysQuery,
  slice: Slice,
  counts: Counts,
): Ids {
  if (matchesAll(query) && slice.from <= counts.few)
    return scanByDate(generation, player, query, slice, sql`true`)
  if (isFasterByChart(query, slice, counts)) return scanCharts(generation, player, query, slice)
  if (query.search === '') return scanPeriods(generation, player, query, slice)
  const charts = sql`select chart from ${generation.table('player_charts')} where player = ${player}::uuid and ${matchesChart(query)}`
  // A plain "in" might be planned as a join that reads the plays of each chart.
  return scanByDate(generation, player, query, slice, sql`(p.chart in (${charts})) is true`)
}

/** `found` of a player's `all` plays match. Reading `few` plays is almost free, reading `many` is acceptable. */
interface Counts {
  readonly found: number
  readonly all: number
  readonly few: number
  readonly many: number
}

/**
 * Reading by chart reads at most the matching plays. A date scan reads all / found plays per result if matches are
 * spread evenly, but nearly all plays if they are clustered and far away. So a search scans all plays only if the
 * player's total is acceptable or as many plays match. Without a search, periods locate the slice.
 */
function isFasterByChart(
  { search }: PlayerPlaysQuery,
  { from, limit }: Slice,
  { found, all, few, many }: Counts,
): boolean {
  if (found <= few || search === '') return found <= few
  return all > many ? found <= many : found ** 2 <= all * (from + limit)
}

function scanByDate(
  generation: GenerationDb,
  player: string,
  query: PlayerPlaysQuery,
  slice: Slice,
  condition: RawBuilder<unknown>,
): Ids {
  const way = direction(query.orderDirection, slice)
  return sql`
    select id from ${generation.table('plays')} p
    where player = ${player}::uuid and withdrawn_at is null and ${condition}
    order by played_at ${way}, id ${way} offset ${slice.from}::integer limit ${slice.limit}::integer`
}

/** Locates the periods of the slice by their stored counts, and reads only plays of those. */
function scanPeriods(generation: GenerationDb, player: string, query: PlayerPlaysQuery, slice: Slice): Ids {
  const way = direction(query.orderDirection, slice)
  const { from, limit } = slice
  const meterOfPlay = sql`(
    select ${sql.raw(countedMeter('pc.meter'))} from ${generation.table('player_charts')} pc
    where pc.player = p.player and pc.chart = p.chart limit 1)`
  const condition = matchesAll(query) ? sql`true` : matchesMeter(query, meterOfPlay)
  return sql`
    with matching as (
      select period, before from (
        select period, sum(plays) as plays, sum(sum(plays)) over (order by period ${way} rows unbounded preceding) - sum(plays) as before
        from ${generation.table('player_periods')} where player = ${player}::uuid and ${matchesMeter(query, sql.ref('meter'))}
        group by period
      ) counted
      where before + plays > ${from}::integer and before < ${from}::integer + ${limit}::integer
    )
    select play.id from matching cross join lateral (
      select id, played_at from ${generation.table('plays')} p
      where player = ${player}::uuid and withdrawn_at is null
        and played_at >= ${sql.raw(startOf('matching.period'))} and played_at < ${sql.raw(startOf('(matching.period + 1)'))} and ${condition}
      order by played_at ${way}, id ${way} limit ${from}::integer + ${limit}::integer - matching.before
    ) play
    order by play.played_at ${way}, play.id ${way}
    offset ${from}::integer - (select min(before) from matching) limit ${limit}::integer`
}

function scanCharts(generation: GenerationDb, player: string, query: PlayerPlaysQuery, slice: Slice): Ids {
  const way = direction(query.orderDirection, slice)
  const { from, limit } = slice
  return sql`
    select play.id from (
      select chart from ${generation.table('player_charts')} where player = ${player}::uuid and ${matchesChart(query)} offset 0
    ) found cross join lateral (
      select id, played_at from ${generation.table('plays')} p
      where p.player = ${player}::uuid and p.chart = found.chart and withdrawn_at is null
      order by played_at ${way}, id ${way} limit ${from}::integer + ${limit}::integer
    ) play
    order by play.played_at ${way}, play.id ${way} offset ${from}::integer limit ${limit}::integer`
}
