import { type RawBuilder, sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { direction, type Slice } from '../slice.ts'
import { type Counts, isFasterByChart } from './by-date.ts'
import { matchesAll, matchesChart, type PlayerPlaysQuery } from './plays-query.ts'

/**
 * Returns the query for the ids of a player's plays by their score in one system; of equal scores by id. Scans plays
 * along the index of that system, or reads the plays of each chart if few match.
 */
export function idsByScore(
  { table, rules }: GenerationDb,
  player: string,
  query: PlayerPlaysQuery,
  slice: Slice,
  counts: Counts,
): RawBuilder<{ id: number }> {
  const nth = Math.max(
    0,
    rules.systems.findIndex(({ name }) => name === query.board),
  )
  const way = direction(query.orderDirection, slice)
  // A literal, as in the expression of the index.
  const score = sql.raw(`p.hundredths[${nth + 1}]`)
  const plays = sql`${table('plays')} p`
  const charts = sql`select chart from ${table('player_charts')} where player = ${player}::uuid and ${matchesChart(query)}`
  const page = sql`order by score ${way}, id ${way} offset ${slice.from}::integer limit ${slice.limit}::integer`
  if (!matchesAll(query) && isFasterByChart(query, slice, counts)) {
    return sql`
      select id from (${charts} offset 0) found cross join lateral (
        select id, ${score} as score from ${plays}
        where p.player = ${player}::uuid and p.chart = found.chart and withdrawn_at is null offset 0
      ) play ${page}`
  }
  // A plain "in" might be planned as a join that reads the plays of each chart.
  const condition = matchesAll(query) ? sql`true` : sql`(p.chart in (${charts})) is true`
  return sql`
    select id from (
      select id, ${score} as score from ${plays} where player = ${player}::uuid and withdrawn_at is null and ${condition}
    ) play ${page}`
}
