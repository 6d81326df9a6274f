import { maxPlaysFound } from '@stepledger/contracts/http/players.ts'
import { searchWords } from '@stepledger/contracts/search-text.ts'
import { type RawBuilder, sql } from 'kysely'
import { type RecentPlayOf, recentPlaysById } from '../catalogue/recent-plays.ts'
import { startOf } from '../periods.ts'
import type { GenerationDb } from '../read-database.ts'
import { direction, readFromCloserEnd, type Slice } from '../slice.ts'
import { countedMeter } from './players.ts'
import { playCountOf } from './reads.ts'

export interface Bounds {
  /** A search returns at most this many plays, the first ones in the order. */
  readonly maxFound: number
  /** Up to this many plays are scanned directly instead of located by counts. */
  readonly few: number
}

const defaultBounds: Bounds = { maxFound: maxPlaysFound, few: 1_000 }

/**
 * Returns a page of a player's plays and their total under these filters. The cost does not grow with the number of
 * plays, near or far from the ends.
 */
export async function playsOfPlayer(
  generation: GenerationDb,
  player: string,
  query: PlayerPlaysQuery,
  page: { from: number; limit: number },
  { maxFound, few }: Bounds = defaultBounds,
): Promise<{ plays: RecentPlayOf[]; total: number }> {
  const all = await playCountOf(generation, player)
  const found = matchesAll(query) ? all : await countOf(generation, player, query)
  const total = query.search === '' ? found : Math.min(found, maxFound)
  if (page.from >= total) return { plays: [], total }
  const limit = Math.min(page.limit, total - page.from)
  const slice = readFromCloserEnd({ from: page.from, limit }, found)
  const counts = { found, all, few, many: maxFound }
  const idsBy = {
    title: () => idsByTitle(generation, player, query, slice),
    date: () => idsByDate(generation, player, query, slice, counts),
  }
  const ids = idsBy[query.orderBy]()
  const inOrder = (await ids.execute(generation.db)).rows.map(({ id }) => id)
  if (slice.backwards) inOrder.reverse()
  const plays = new Map((await recentPlaysById(generation, inOrder)).map((play) => [play.playId, play]))
  return { plays: inOrder.flatMap((id) => plays.get(id) ?? []), total }
}

/** Sums the stored counts of periods or charts, never plays. */
async function countOf(generation: GenerationDb, player: string, query: PlayerPlaysQuery): Promise<number> {
  const periods = generation.table('player_periods')
  const counts =
    query.search === ''
      ? sql`${periods} where player = ${player}::uuid and ${matchesMeter(query, sql.ref('meter'))}`
      : matchingCharts(generation, player, query)
  const { rows } = await sql<{
    plays: number
  }>`select coalesce(sum(plays), 0) as plays from ${counts}`.execute(generation.db)
  return Number(rows[0]?.plays)
}

/**
 * Returns the query for the ids of a player's plays by title, and by date, latest first, within a chart. Scans the
 * player's charts with their play counts up to the start of the slice. Each chart has at least one play, so it reads at
 * most as many charts as plays precede the end of the slice.
 */
function idsByTitle(
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

/** A query for ordered play ids. */
type Ids = RawBuilder<{ id: number }>

/**
 * Returns the query for the ids of a player's plays by date. Scans plays along the date index near the end of an
 * unfiltered list, or if a search matches many plays. Reads the plays of each chart if few match. Otherwise locates the
 * slice by the stored counts.
 */
function idsByDate(
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

/** Filters and order of a list of a player's plays. */
export interface PlayerPlaysQuery {
  readonly search: string
  /** Bounds of the meter, inclusive; null for none. */
  readonly minMeter: number | null
  readonly maxMeter: number | null
  readonly includeUnknown: boolean
  readonly orderBy: 'date' | 'title'
  readonly orderDirection: 'asc' | 'desc'
}

function matchesAll({ search, minMeter, maxMeter, includeUnknown }: PlayerPlaysQuery): boolean {
  return search === '' && minMeter === null && maxMeter === null && includeUnknown
}

/** SQL condition: the query includes this meter, as periods count it. */
function matchesMeter(query: PlayerPlaysQuery, meter: RawBuilder<unknown>): RawBuilder<boolean> {
  const { minMeter, maxMeter, includeUnknown } = query
  return sql`(${meter} between ${minMeter ?? 0}::integer and ${maxMeter ?? 9999}::integer
    or (${includeUnknown}::boolean and ${meter} = -1))`
}

/** SQL condition: the query includes the chart of this row of `player_charts`. */
function matchesChart(query: PlayerPlaysQuery): RawBuilder<boolean> {
  const meter = matchesMeter(query, sql.raw(countedMeter('meter')))
  const words = searchWords(query.search).map((word) => sql<boolean>`strpos(search, ${word}) > 0`)
  return sql<boolean>`${sql.join([meter, ...words], sql` and `)}`
}

/**
 * SQL: the charts of a player that match the query, with chart, title_key and plays. A search uses one index only, and
 * looks up counts for matches only.
 */
function matchingCharts(
  { table }: GenerationDb,
  player: string,
  query: PlayerPlaysQuery,
): RawBuilder<unknown> {
  const charts = table('player_charts')
  const matching = sql`${charts} where player = ${player}::uuid and ${matchesChart(query)}`
  if (query.search === '') return sql`(select chart, title_key, plays from ${matching}) matching`
  return sql`(
    select found.chart, found.title_key, counted.plays from (select chart, title_key from ${matching}) found
    cross join lateral (select plays from ${charts} where player = ${player}::uuid and chart = found.chart limit 1) counted
  ) matching`
}
