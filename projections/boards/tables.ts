import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import { notAnalyzed, type Table } from '../table.ts'

/**
 * A narrow copy of each stored play. `hundredths` and `grades` are in the order of the rules' systems. `counts`:
 * eligible for boards; `only_failed`: eligible except that it was failed.
 */
export interface AttemptRow {
  play_id: number
  chart: string
  player: string
  at: number
  played_at: number
  hundredths: number[]
  grades: Grade[]
  counts: boolean
  only_failed: boolean
}

/** The best counting play of a player on a chart in one system. `key`: see rank-key.ts. */
export interface BestRow {
  chart: string
  system: number
  player: string
  key: number
  play_id: number
  played_at: number
  grade: Grade
}

/** The number of players of a board in a bucket of scores. */
export interface BucketRow {
  chart: string
  system: number
  bucket: number
  players: number
}

/** `version` grows with every change of the chart's boards; `players`: players with a counting play. */
export interface BoardRow {
  chart: string
  version: number
  players: number
}

export interface BoardsTables {
  attempts: AttemptRow
  best: BestRow
  buckets: BucketRow
  boards: BoardRow
}

export const boardsTables: readonly Table[] = [
  { name: 'attempts', key: ['play_id'] },
  { name: 'best', key: ['chart', 'player', 'system'] },
  { name: 'buckets', key: ['chart', 'system', 'bucket'] },
  { name: 'boards', key: ['chart'], notCompared: ['version'] },
]

export function createBoardsTables(schema: string): string {
  return `
    create table ${schema}.attempts (
      play_id bigint not null,
      chart text collate "C" not null,
      player uuid not null,
      at bigint not null,
      played_at bigint not null,
      hundredths integer[] not null,
      grades text[] not null,
      counts boolean not null,
      only_failed boolean not null
    );
    ${notAnalyzed(schema, 'attempts', ['hundredths', 'grades'])};
    create table ${schema}.best (
      chart text collate "C" not null,
      system smallint not null,
      player uuid not null,
      key bigint not null,
      play_id bigint not null,
      played_at bigint not null,
      grade text not null
    );
    create table ${schema}.buckets (
      chart text collate "C" not null,
      system smallint not null,
      bucket smallint not null,
      players integer not null
    ) with (fillfactor = 70);
    create table ${schema}.boards (
      chart text collate "C" not null,
      version bigint not null,
      players integer not null
    ) with (fillfactor = 70)`
}

/**
 * The primary key of `best` includes the whole row, as best_ranked does. Otherwise the planner considers best_ranked
 * cheaper for one player's row and scans a whole board.
 */
export function indexBoardsTables(schema: string): string {
  return `
    alter table ${schema}.attempts add primary key (play_id);
    alter table ${schema}.best add primary key (chart, player, system) include (key, play_id, played_at, grade);
    alter table ${schema}.buckets add primary key (chart, system, bucket);
    alter table ${schema}.boards add primary key (chart);
    create index attempts_of_player on ${schema}.attempts (chart, player, at);
    create index best_ranked on ${schema}.best (chart, system, key desc, player desc) include (play_id, played_at, grade);
    create index best_of_player on ${schema}.best (player, system, played_at desc, chart) include (key, play_id, grade)`
}
