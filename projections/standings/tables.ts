import { notAnalyzed, type Table } from '../table.ts'
import type { EventState } from './event-state.ts'

/**
 * An event as its standings were made. `generated_at`: when they changed last, ms since 1970; null before they were
 * made at all.
 */
export interface EventRow {
  slug: string
  state: EventState
  generated_at: number | null
}

/** The best counting scores of a player on a chart of a round; `hundredths` in the order of the document's boards. */
export interface EventScoreRow {
  slug: string
  round: number
  chart: string
  player: string
  hundredths: number[]
}

/**
 * A chart of a round in one board, `board` being its number in the document: its scores, falling, each with how many
 * players have it.
 */
export interface EventBoardRow {
  slug: string
  round: number
  chart: string
  board: number
  hundredths: number[]
  players: number[]
}

/** A player's sums: by round, 0 being the whole event, then by board in the order of the document. */
export interface EventSumsRow {
  slug: string
  player: string
  points: number[][]
  charts: number[][]
}

/**
 * A block of the ranking of a round, 0 being the whole event, on one board: each but the last holds `blockSize` players
 * (ranking.ts), best first, of equal points the smaller id. `lowest`: the points of the last of them.
 */
export interface EventRankingRow {
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
 * A row of the view `event_totals`: a player's sum in a round, 0 being the whole event, on one board, as far as the
 * player has a chart there.
 */
export interface EventTotalRow {
  slug: string
  round: number
  board: number
  player: string
  points: number
  charts: number
}

/**
 * A player's sums in a round, 0 being the whole event, on one board: at the end of each day since its start, oldest
 * first.
 */
export interface EventDaysRow {
  slug: string
  round: number
  board: number
  player: string
  points: number[]
}

/**
 * Until when days of an event were kept, ms since 1970, and under which document: the offset in the topic `rules` of
 * what was said of it last.
 */
export interface EventDaysKeptRow {
  slug: string
  until: number
  document_offset: number
}

/** How far the topic `rules` was read: its next offset. `version` grows with every change of any standings. */
export interface StandingsProgressRow {
  one: boolean
  next_offset: number
  version: number
}

/** Whose plays on a chart changed since standings were made last; the same may stand there several times. */
export interface StandingsQueueRow {
  chart: string
  player: string
}

export interface StandingsTables {
  events: EventRow
  event_scores: EventScoreRow
  event_boards: EventBoardRow
  event_sums: EventSumsRow
  event_rankings: EventRankingRow
  event_days: EventDaysRow
  event_days_kept: EventDaysKeptRow
  standings_progress: StandingsProgressRow
  standings_queue: StandingsQueueRow
}

/** The version of the folding code (code-version.ts) from which on generations have these tables as they are. */
export const standingsSince = 12

/** They follow the other tables within seconds, so `verify` compares them in a way of its own (check-standings.ts). */
export const standingsTables: readonly Table[] = [
  { name: 'events', key: ['slug'], follows: true },
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
      points integer[] not null
    );
    ${notAnalyzed(schema, 'event_days', ['points'])};
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
    create table ${schema}.standings_queue (chart text collate "C" not null, player uuid not null);
    insert into ${schema}.standings_progress (next_offset, version) values (0, 0)`
}

export function indexStandingsTables(schema: string): string {
  return `
    alter table ${schema}.events add primary key (slug);
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
