import { maxPlaysFound } from '@stepledger/contracts/http/players.ts'
import { type RawBuilder, sql } from 'kysely'
import { type RecentPlayOf, recentPlaysById } from '../catalogue/recent-plays.ts'
import type { GenerationDb } from '../read-database.ts'
import { direction, readFromCloserEnd, type Slice } from '../slice.ts'
import { idsByDate } from './by-date.ts'
import { matchesAll, matchesMeter, matchingCharts, type PlayerPlaysQuery } from './plays-query.ts'
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
