import { bigint, integer, uuid } from '../table.ts'

export const activityTables = {
  /**
   * A player's number of plays in a quarter of an hour. Every time zone is a whole number of quarters from UTC, so that
   * days in any zone are sums of these rows.
   */
  player_quarters: {
    columns: { player: uuid, quarter: integer, plays: integer },
    key: ['player', 'quarter'],
  },
  /**
   * What a player has played in a period of time (players/plays-by-period-and-meter.ts), without withdrawn plays.
   * `steps`: judged rows; `seconds`: plays.seconds.
   */
  player_totals: {
    columns: { player: uuid, period: integer, steps: bigint, seconds: bigint },
    key: ['player', 'period'],
    storage: 'fillfactor = 70',
  },
} as const

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
