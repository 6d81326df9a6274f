import { type RawBuilder, sql } from 'kysely'
import { searchKey } from '../catalogue/title-key.ts'
import type { GenerationDb } from '../read-database.ts'
import { countedMeter } from './periods.ts'

/** Which of a player's plays a list shows, and in which order. */
export interface PlayerPlaysQuery {
  readonly search: string
  /** Bounds of the meter, inclusive; null for none. */
  readonly minMeter: number | null
  readonly maxMeter: number | null
  readonly includeUnknown: boolean
  readonly orderBy: 'date' | 'title'
  readonly orderDirection: 'asc' | 'desc'
}

/** Does it want every play? */
export function wantsAll({ search, minMeter, maxMeter, includeUnknown }: PlayerPlaysQuery): boolean {
  return search === '' && minMeter === null && maxMeter === null && includeUnknown
}

/** A condition: the query wants this meter, as periods count it. */
export function wantsMeter(query: PlayerPlaysQuery, meter: RawBuilder<unknown>): RawBuilder<boolean> {
  const { minMeter, maxMeter, includeUnknown } = query
  return sql`(${meter} between ${minMeter ?? 0}::integer and ${maxMeter ?? 9999}::integer
    or (${includeUnknown}::boolean and ${meter} = -1))`
}

/** A condition: the query wants the plays on the chart of this row of `player_charts`. */
export function wantsChart(query: PlayerPlaysQuery): RawBuilder<boolean> {
  const meter = wantsMeter(query, sql.raw(countedMeter('meter')))
  return query.search === '' ? meter : sql`${meter} and strpos(search, ${searchKey(query.search)}) > 0`
}

/**
 * The charts of a player that the query wants: a relation of chart, title_key and plays. A search is done within one
 * index, and only what it finds is looked up.
 */
export function wantedCharts(
  { schema }: GenerationDb,
  player: string,
  query: PlayerPlaysQuery,
): RawBuilder<unknown> {
  const charts = sql.table(`${schema}.player_charts`)
  const wanted = sql`${charts} where player = ${player}::uuid and ${wantsChart(query)}`
  if (query.search === '') return sql`(select chart, title_key, plays from ${wanted}) wanted`
  return sql`(
    select found.chart, found.title_key, counted.plays from (select chart, title_key from ${wanted}) found
    cross join lateral (select plays from ${charts} where player = ${player}::uuid and chart = found.chart limit 1) counted
  ) wanted`
}
