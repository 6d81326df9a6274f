import { notAnalyzed, type Table } from '../table.ts'
import type { CompetitionState } from './competition-state.ts'

/**
 * A competition in the state its standings were computed with. `generated_at`: when they last changed, ms since 1970;
 * null before the first computation.
 */
export interface CompetitionRow {
  slug: string
  state: CompetitionState
  generated_at: number | null
}

/**
 * A state that a competition had, from the event at `rules_offset` of the topic `rules` until that of the next row. `at`:
 * time of this event, ms since 1970.
 */
export interface CompetitionStateRow {
  slug: string
  rules_offset: number
  at: number
  state: CompetitionState
}

/** The best counting scores of a player on a chart of a round; `hundredths` in the order of the document's boards. */
export interface CompetitionScoreRow {
  slug: string
  round: number
  chart: string
  player: string
  hundredths: number[]
}

/**
 * The distinct scores of a chart of a round on one board, descending, each with its number of players. `board`: its
 * number in the document.
 */
export interface CompetitionBoardRow {
  slug: string
  round: number
  chart: string
  board: number
  hundredths: number[]
  players: number[]
}

/** A player's sums: by round, 0 being the whole competition, then by board in the order of the document. */
export interface CompetitionSumsRow {
  slug: string
  player: string
  points: number[][]
  charts: number[][]
}

/**
 * A block of the ranking of a round, 0 being the whole competition, on one board. Each block except the last holds
 * `blockSize` players (ranking.ts), best first, ties by id. `lowest`: the points of the last player.
 */
export interface CompetitionRankingRow {
  slug: string
  round: number
  board: number
  block: number
  lowest: number
  players: string[]
  points: number[]
  charts: number[]
}

/**
 * A row of the view `event_totals`: the sum of a player with a chart in a round, 0 being the whole competition, on one
 * board.
 */
export interface CompetitionTotalRow {
  slug: string
  round: number
  board: number
  player: string
  points: number
  charts: number
}

/**
 * A player's sums in a round, 0 being the whole competition, on one board: at the end of each day since its start,
 * oldest first. `ranks`: on the same days, 0 before the first score; empty for the whole competition.
 */
export interface CompetitionDaysRow {
  slug: string
  round: number
  board: number
  player: string
  points: number[]
  ranks: number[]
}

/**
 * The end of the last day with daily totals, ms since 1970, and the document they are based on: the offset in the topic
 * `rules` of its last event, or -1 if plays of these days changed since.
 */
export interface CompetitionDaysKeptRow {
  slug: string
  until: number
  document_offset: number
}

/** The next offset of the topic `rules`. `version` grows with every change of any standings. */
export interface StandingsProgressRow {
  one: boolean
  next_offset: number
  version: number
}

/** A queued change of a player's plays on a chart; may be repeated. `played_at`: of the changed play, ms since 1970. */
export interface StandingsQueueRow {
  chart: string
  player: string
  played_at: number
}

export interface StandingsTables {
  events: CompetitionRow
  event_states: CompetitionStateRow
  event_scores: CompetitionScoreRow
  event_boards: CompetitionBoardRow
  event_sums: CompetitionSumsRow
  event_rankings: CompetitionRankingRow
  event_days: CompetitionDaysRow
  event_days_kept: CompetitionDaysKeptRow
  standings_progress: StandingsProgressRow
  standings_queue: StandingsQueueRow
}

/** Updated asynchronously within seconds, so `verify` compares them separately (check-standings.ts). */
export const standingsTables: readonly Table[] = [
  { name: 'events', key: ['slug'], follows: true },
  { name: 'event_states', key: ['slug', 'rules_offset'], follows: true },
  { name: 'event_scores', key: ['slug', 'round', 'chart', 'player'], follows: true },
  { name: 'event_boards', key: ['slug', 'round', 'chart', 'board'], follows: true },
  { name: 'event_sums', key: ['slug', 'player'], follows: true },
  { name: 'event_rankings', key: ['slug', 'round', 'board', 'block'], follows: true },
  { name: 'event_days', key: ['slug', 'round', 'board', 'player'], follows: true },
  { name: 'event_days_kept', key: ['slug'], follows: true },
  { name: 'standings_progress', key: ['one'], follows: true },
  { name: 'standings_queue', key: ['chart', 'player'], follows: true },
]

export function createStandingsTables(schema: string): string {
  return `
    create table ${schema}.events (
      slug text collate "C" not null,
      state jsonb not null,
      generated_at bigint
    );
    create table ${schema}.event_states (
      slug text collate "C" not null,
      rules_offset bigint not null,
      at bigint not null,
      state jsonb not null
    );
    create table ${schema}.event_scores (
      slug text collate "C" not null,
      round smallint not null,
      chart text collate "C" not null,
      player uuid not null,
      hundredths smallint[] not null
    );
    ${notAnalyzed(schema, 'event_scores', ['hundredths'])};
    create table ${schema}.event_boards (
      slug text collate "C" not null,
      round smallint not null,
      chart text collate "C" not null,
      board smallint not null,
      hundredths smallint[] not null,
      players integer[] not null
    );
    ${notAnalyzed(schema, 'event_boards', ['hundredths', 'players'])};
    create table ${schema}.event_sums (
      slug text collate "C" not null,
      player uuid not null,
      points integer[] not null,
      charts smallint[] not null
    ) with (fillfactor = 50);
    ${notAnalyzed(schema, 'event_sums', ['points', 'charts'])};
    create table ${schema}.event_rankings (
      slug text collate "C" not null,
      round smallint not null,
      board smallint not null,
      block integer not null,
      lowest integer not null,
      players uuid[] not null,
      points integer[] not null,
      charts smallint[] not null
    );
    ${notAnalyzed(schema, 'event_rankings', ['players', 'points', 'charts'])};
    create view ${schema}.event_totals as
      select slug, (round - 1)::smallint as round, (board - 1)::smallint as board, player,
        points[round][board] as points, charts[round][board] as charts
      from ${schema}.event_sums, generate_subscripts(points, 1) as round, generate_subscripts(points, 2) as board
      where charts[round][board] > 0;
    create table ${schema}.event_days (
      slug text collate "C" not null,
      round smallint not null,
      board smallint not null,
      player uuid not null,
      points integer[] not null,
      ranks integer[] not null
    );
    ${notAnalyzed(schema, 'event_days', ['points', 'ranks'])};
    create table ${schema}.event_days_kept (
      slug text collate "C" not null,
      until bigint not null,
      document_offset bigint not null
    );
    create table ${schema}.standings_progress (
      one boolean not null default true check (one),
      next_offset bigint not null,
      version bigint not null
    ) with (fillfactor = 50);
    create table ${schema}.standings_queue (
      chart text collate "C" not null,
      player uuid not null,
      played_at bigint not null
    );
    insert into ${schema}.standings_progress (next_offset, version) values (0, 0)`
}

export function indexStandingsTables(schema: string): string {
  return `
    alter table ${schema}.events add primary key (slug);
    alter table ${schema}.event_states add primary key (slug, rules_offset);
    alter table ${schema}.event_scores add primary key (slug, round, chart, player);
    alter table ${schema}.event_boards add primary key (slug, round, chart, board);
    alter table ${schema}.event_sums add primary key (player, slug);
    alter table ${schema}.event_rankings add primary key (slug, round, board, block);
    alter table ${schema}.event_days add primary key (slug, round, board, player);
    alter table ${schema}.event_days_kept add primary key (slug);
    alter table ${schema}.standings_progress add primary key (one);
    create index event_scores_of_player on ${schema}.event_scores (player, slug);
    create index event_days_of_player on ${schema}.event_days (player)`
}
