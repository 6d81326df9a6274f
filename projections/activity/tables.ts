import type { Table } from '../table.ts'

/**
 * A player's number of plays in a quarter of an hour. Every time zone is a whole number of quarters
 * from UTC, so that days in any zone are sums of these rows.
 */
export interface PlayerQuarterRow {
  player: string
  quarter: number
  plays: number
}

/**
 * What a player has played in a period of time (players/plays-by-period-and-meter.ts), without withdrawn plays.
 * `steps`: judged rows; `seconds`: plays.seconds.
 */
export interface PlayerTotalRow {
  player: string
  period: number
  steps: number
  seconds: number
}

export interface ActivityTables {
  player_quarters: PlayerQuarterRow
  player_totals: PlayerTotalRow
}

export const activityTables: readonly Table[] = [
  { name: 'player_quarters', key: ['player', 'quarter'] },
  { name: 'player_totals', key: ['player', 'period'] },
]

export function createActivityTables(schema: string): string {
  return `
    create table ${schema}.player_quarters (
      player uuid not null,
      quarter integer not null,
      plays integer not null
    );
    create table ${schema}.player_totals (
      player uuid not null,
      period integer not null,
      steps bigint not null,
      seconds bigint not null
    ) with (fillfactor = 70)`
}

/** The key of `player_quarters` includes the count, so that a year is read from the index alone. */
export function indexActivityTables(schema: string): string {
  return `
    alter table ${schema}.player_quarters add primary key (player, quarter) include (plays);
    alter table ${schema}.player_totals add primary key (player, period)`
}

/** A quarter of an hour, ms. Quarters are numbered from 1970 on. */
export const quarterMs = 15 * 60_000

/** SQL: the quarter of a time in ms since 1970. */
export function quarterOf(time: string): string {
  return `(${time} / ${quarterMs})::integer`
}
