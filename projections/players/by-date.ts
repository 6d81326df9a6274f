import { type RawBuilder, sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { direction, type Slice } from '../slice.ts'
import { countedMeter, startOf } from './periods.ts'
import { type PlayerPlaysQuery, wantsAll, wantsChart, wantsMeter } from './plays-query.ts'

/** A query for ids of plays, in order. */
type Ids = RawBuilder<{ id: number }>

/**
 * The ids of a player's plays by date. Where a whole list is read near its end, or a search finds much, plays are
 * walked along; where little is found, those of each chart are taken; for all else counts say where the slice lies.
 */
export function idsByDate(
  generation: GenerationDb,
  player: string,
  query: PlayerPlaysQuery,
  slice: Slice,
  counts: Counts,
): Ids {
  if (wantsAll(query) && slice.from <= counts.few) return walk(generation, player, query, slice, sql`true`)
  if (isSoonestByChart(query, slice, counts)) return ofCharts(generation, player, query, slice)
  if (query.search === '') return ofPeriods(generation, player, query, slice)
  const charts = sql`select chart from ${table(generation, 'player_charts')} where player = ${player}::uuid and ${wantsChart(query)}`
  // Not a mere "in", which would be planned as a join and might go chart by chart.
  return walk(generation, player, query, slice, sql`(p.chart in (${charts})) is true`)
}

/**
 * `found` of `all` the plays of a player are wanted. Up to `few` of them cost next to nothing, up to `many` are no
 * harm.
 */
export interface Counts {
  readonly found: number
  readonly all: number
  readonly few: number
  readonly many: number
}

/**
 * Chart by chart it looks at no more plays than are found. Walking along it looks at all / found for each that is shown
 * where they lie evenly, but at nearly all where they lie together and far away: so only among plays that are no harm,
 * or when just as many are found.
 */
function isSoonestByChart(
  { search }: PlayerPlaysQuery,
  { from, limit }: Slice,
  { found, all, few, many }: Counts,
): boolean {
  if (found <= few || search === '') return found <= few
  return all > many ? found <= many : found ** 2 <= all * (from + limit)
}

function walk(
  generation: GenerationDb,
  player: string,
  query: PlayerPlaysQuery,
  slice: Slice,
  condition: RawBuilder<unknown>,
): Ids {
  const way = direction(query.orderDirection, slice)
  return sql`
    select id from ${table(generation, 'plays')} p
    where player = ${player}::uuid and withdrawn_at is null and ${condition}
    order by played_at ${way}, id ${way} offset ${slice.from}::integer limit ${slice.limit}::integer`
}

/** Counts say in which periods the slice lies; of those alone plays are looked at. */
function ofPeriods(generation: GenerationDb, player: string, query: PlayerPlaysQuery, slice: Slice): Ids {
  const way = direction(query.orderDirection, slice)
  const { from, limit } = slice
  const meterOfPlay = sql`(
    select ${sql.raw(countedMeter('pc.meter'))} from ${table(generation, 'player_charts')} pc
    where pc.player = p.player and pc.chart = p.chart limit 1)`
  const condition = wantsAll(query) ? sql`true` : wantsMeter(query, meterOfPlay)
  return sql`
    with held as (
      select period, before from (
        select period, sum(plays) as plays, sum(sum(plays)) over (order by period ${way} rows unbounded preceding) - sum(plays) as before
        from ${table(generation, 'player_periods')} where player = ${player}::uuid and ${wantsMeter(query, sql.ref('meter'))}
        group by period
      ) counted
      where before + plays > ${from}::integer and before < ${from}::integer + ${limit}::integer
    )
    select play.id from held cross join lateral (
      select id, played_at from ${table(generation, 'plays')} p
      where player = ${player}::uuid and withdrawn_at is null
        and played_at >= ${sql.raw(startOf('held.period'))} and played_at < ${sql.raw(startOf('(held.period + 1)'))} and ${condition}
      order by played_at ${way}, id ${way} limit ${from}::integer + ${limit}::integer - held.before
    ) play
    order by play.played_at ${way}, play.id ${way}
    offset ${from}::integer - (select min(before) from held) limit ${limit}::integer`
}

function ofCharts(generation: GenerationDb, player: string, query: PlayerPlaysQuery, slice: Slice): Ids {
  const way = direction(query.orderDirection, slice)
  const { from, limit } = slice
  return sql`
    select play.id from (
      select chart from ${table(generation, 'player_charts')} where player = ${player}::uuid and ${wantsChart(query)} offset 0
    ) found cross join lateral (
      select id, played_at from ${table(generation, 'plays')} p
      where p.player = ${player}::uuid and p.chart = found.chart and withdrawn_at is null
      order by played_at ${way}, id ${way} limit ${from}::integer + ${limit}::integer
    ) play
    order by play.played_at ${way}, play.id ${way} offset ${from}::integer limit ${limit}::integer`
}

function table({ schema }: GenerationDb, name: string) {
  return sql.table(`${schema}.${name}`)
}
