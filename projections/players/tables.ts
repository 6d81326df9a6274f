import { bigint, integer, key, nullable, type RowsOf, text, uuid } from '../table.ts'

export const playersTables = {
  /** `plays`: without withdrawn ones. `erased_at`: a tombstone; later events of this player are skipped. */
  players: { columns: { id: uuid, plays: integer, erased_at: nullable(bigint) }, key: ['id'] },
  /**
   * The charts that a player has played. Title and meter are copied from the chart, so that lists order and filter within
   * one index.
   */
  player_charts: {
    columns: {
      player: uuid,
      chart: key,
      plays: integer,
      title_key: key,
      search: text,
      meter: nullable(integer),
    },
    key: ['player', 'chart'],
  },
  /**
   * A player's play count in a period of time, by the meter of the charts (plays-by-period-and-meter.ts). It locates a
   * page far from either end of a list without scanning the plays before it.
   */
  player_periods: {
    columns: { player: uuid, period: integer, meter: integer, plays: integer },
    key: ['player', 'period', 'meter'],
    storage: 'fillfactor = 70',
  },
  rivals: { columns: { player: uuid, rival: uuid, since: bigint }, key: ['player', 'rival'] },
} as const

declare module '../read-database.ts' {
  interface ReadModelTables extends RowsOf<typeof playersTables> {}
}

type PlayersTables = RowsOf<typeof playersTables>
export type PlayerRow = PlayersTables['players']
export type RivalRow = PlayersTables['rivals']

/**
 * `player_charts_by_title` covers a search on its own. It excludes play counts, so that another play of a chart updates
 * no index.
 */
export function indexPlayersTables(schema: string): string {
  return `
    alter table ${schema}.players add primary key (id);
    alter table ${schema}.player_charts add primary key (player, chart);
    alter table ${schema}.player_periods add primary key (player, period, meter);
    alter table ${schema}.rivals add primary key (player, rival);
    create index player_charts_by_title on ${schema}.player_charts (player, title_key, chart) include (meter, search);
    create index player_charts_of_chart on ${schema}.player_charts (chart);
    create index rivals_of on ${schema}.rivals (rival, since desc)`
}
