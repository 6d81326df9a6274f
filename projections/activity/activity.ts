import { periodOf } from '../periods.ts'
import type { Count, ReadModel } from '../read-model.ts'
import { bigint, integer, type RowsOf, uuid } from '../table.ts'

/** A quarter of an hour, ms. Quarters are numbered from 1970 on. */
export const quarterMs = 15 * 60_000

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
    columns: { player: uuid, period: integer, plays: integer, steps: bigint, seconds: bigint },
    key: ['player', 'period'],
    storage: 'fillfactor = 70',
  },
} as const

declare module '../read-database.ts' {
  interface ReadModelTables extends RowsOf<typeof activityTables> {}
}

const playsByQuarter: Count = {
  table: 'player_quarters',
  key: { player: 'player', quarter: `(played_at / ${quarterMs})::integer` },
  sums: { plays: 'sum(n)' },
  from: ({ plays }) => plays,
}

const totals: Count = {
  table: 'player_totals',
  key: { player: 'player', period: periodOf('played_at') },
  sums: { plays: 'sum(n)', steps: 'sum(n * rows)', seconds: 'sum(n * seconds)' },
  from: ({ plays }) => plays,
}

/** When and how much players play: the days and the cells of a profile. */
export const activity: ReadModel = {
  tables: activityTables,
  /** The key of `player_quarters` includes the count, so that a year is read from the index alone. */
  index: (schema) => `
    alter table ${schema}.player_quarters add primary key (player, quarter) include (plays);
    alter table ${schema}.player_totals add primary key (player, period)`,
  counts: [playsByQuarter, totals],
}
