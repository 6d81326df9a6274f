import type { Table } from '../table.ts'

/**
 * A counting play that beat every counting play of its player on the chart received before it, in one system: the last
 * one is the player's best. `key`: see boards/rank-key.ts; `old_key`: of the best before it, null for the first.
 */
export interface ImprovementRow {
  chart: string
  player: string
  system: number
  at: number
  play_id: number
  played_at: number
  key: number
  old_key: number | null
}

/** The best play of a player on a chart that is off the boards only because it was failed, in one system. */
export interface FailedBestRow {
  player: string
  chart: string
  system: number
  key: number
  play_id: number
  played_at: number
}

/** The first place of a board. `played_at`: of the play that holds it. */
export interface FirstRow {
  chart: string
  system: number
  player: string
  key: number
  played_at: number
}

export interface RecordsTables {
  improvements: ImprovementRow
  failed_bests: FailedBestRow
  firsts: FirstRow
}

export const recordsTables: readonly Table[] = [
  { name: 'improvements', key: ['chart', 'player', 'system', 'at', 'play_id'] },
  { name: 'failed_bests', key: ['player', 'chart', 'system'] },
  { name: 'firsts', key: ['chart', 'system'] },
]

export function createRecordsTables(schema: string): string {
  return `
    create table ${schema}.improvements (
      chart text collate "C" not null,
      player uuid not null,
      system smallint not null,
      at bigint not null,
      play_id bigint not null,
      played_at bigint not null,
      key bigint not null,
      old_key bigint
    );
    create table ${schema}.failed_bests (
      player uuid not null,
      chart text collate "C" not null,
      system smallint not null,
      key bigint not null,
      play_id bigint not null,
      played_at bigint not null
    );
    create table ${schema}.firsts (
      chart text collate "C" not null,
      system smallint not null,
      player uuid not null,
      key bigint not null,
      played_at bigint not null
    )`
}

/** `improvements_of_board`: what changed on a board since a time, from the index alone. */
export function indexRecordsTables(schema: string): string {
  return `
    alter table ${schema}.improvements add primary key (chart, player, system, at, play_id) include (key);
    alter table ${schema}.failed_bests add primary key (player, chart, system);
    alter table ${schema}.firsts add primary key (chart, system);
    create index improvements_of_board on ${schema}.improvements (chart, system, at) include (player, key, old_key);
    create index firsts_of_player on ${schema}.firsts (player, system, played_at desc, chart)`
}
