import { searchWords } from '@stepledger/contracts/search-text.ts'
import { type RawBuilder, sql } from 'kysely'
import type { GenerationDb } from '../read-database.ts'
import { countedMeter } from './plays-by-period-and-meter.ts'

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

export function matchesAll({ search, minMeter, maxMeter, includeUnknown }: PlayerPlaysQuery): boolean {
  return search === '' && minMeter === null && maxMeter === null && includeUnknown
}

/** SQL condition: the query includes this meter, as periods count it. */
export function matchesMeter(query: PlayerPlaysQuery, meter: RawBuilder<unknown>): RawBuilder<boolean> {
  const { minMeter, maxMeter, includeUnknown } = query
  return sql`(${meter} between ${minMeter ?? 0}::integer and ${maxMeter ?? 9999}::integer
    or (${includeUnknown}::boolean and ${meter} = -1))`
}

/** SQL condition: the query includes the chart of this row of `player_charts`. */
export function matchesChart(query: PlayerPlaysQuery): RawBuilder<boolean> {
  const meter = matchesMeter(query, sql.raw(countedMeter('meter')))
  const words = searchWords(query.search).map((word) => sql<boolean>`strpos(search, ${word}) > 0`)
  return sql<boolean>`${sql.join([meter, ...words], sql` and `)}`
}

/**
 * SQL: the charts of a player that match the query, with chart, title_key and plays. A search uses one index only, and
 * looks up counts for matches only.
 */
export function matchingCharts(
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
