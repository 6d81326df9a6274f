import type { Table } from '../table.ts'

/** `plays`: without withdrawn ones. `erased_at`: a tombstone; later events of this player are skipped. */
export interface PlayerRow {
  id: string
  plays: number
  erased_at: number | null
}

/**
 * The charts that a player has played. Title and meter are copied from the chart, so that lists order and filter within
 * one index.
 */
export interface PlayerChartRow {
  player: string
  chart: string
  plays: number
  title_key: string
  search: string
  meter: number | null
}

/**
 * A player's play count in a period of time, by the meter of the charts (periods.ts). It locates a page far from either
 * end of a list without scanning the plays before it.
 */
export interface PlayerPeriodRow {
  player: string
  period: number
  meter: number
  plays: number
}

export interface RivalRow {
  player: string
  rival: string
  since: number
}

export interface PlayersTables {
  players: PlayerRow
  player_charts: PlayerChartRow
  player_periods: PlayerPeriodRow
  rivals: RivalRow
}

export const playersTables: readonly Table[] = [
  { name: 'players', key: ['id'] },
  { name: 'player_charts', key: ['player', 'chart'] },
  { name: 'player_periods', key: ['player', 'period', 'meter'] },
  { name: 'rivals', key: ['player', 'rival'] },
]

export function createPlayersTables(schema: string): string {
  return `
    create table ${schema}.players (
      id uuid not null,
      plays integer not null,
      erased_at bigint
    );
    create table ${schema}.player_charts (
      player uuid not null,
      chart text collate "C" not null,
      plays integer not null,
      title_key text collate "C" not null,
      search text not null,
      meter integer
    );
    create table ${schema}.player_periods (
      player uuid not null,
      period integer not null,
      meter integer not null,
      plays integer not null
    ) with (fillfactor = 70);
    create table ${schema}.rivals (
      player uuid not null,
      rival uuid not null,
      since bigint not null
    )`
}

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
