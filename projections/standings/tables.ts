import { notAnalyzed, type Table } from '../table.ts'
import type { EventState } from './event-state.ts'

/** An event as its standings were made. `generated_at`: when they changed last, ms since 1970; null before they were made at all. */
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

/** A chart of a round in one board, `board` being its number in the document: its scores, falling, each with how many players have it. */
export interface EventBoardRow {
  slug: string
  round: number
  chart: string
  board: number
  hundredths: number[]
  players: number[]
}

/** A player's sum in a round, 0 being the whole event, on one board. */
export interface EventTotalRow {
  slug: string
  round: number
  board: number
  player: string
  points: number
  charts: number
}

/** A player's sums in a round, 0 being the whole event, on one board: at the end of each day since its start, oldest first. */
export interface EventDaysRow {
  slug: string
  round: number
  board: number
  player: string
  points: number[]
}

/** Until when days of an event were kept, ms since 1970, and under which document: the offset in the topic `rules` of what was said of it last. */
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
  event_totals: EventTotalRow
  event_days: EventDaysRow
  event_days_kept: EventDaysKeptRow
  standings_progress: StandingsProgressRow
  standings_queue: StandingsQueueRow
}

/** They follow the other tables within seconds, so `verify` compares them in a way of its own (check-standings.ts). */
export const standingsTables: readonly Table[] = [
  { name: 'events', key: ['slug'], follows: true },
  { name: 'event_scores', key: ['slug', 'round', 'chart', 'player'], follows: true },
  { name: 'event_boards', key: ['slug', 'round', 'chart', 'board'], follows: true },
  { name: 'event_totals', key: ['slug', 'round', 'board', 'player'], follows: true },
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
    create table ${schema}.event_totals (
      slug text collate "C" not null,
      round smallint not null,
      board smallint not null,
      player uuid not null,
      points integer not null,
      charts smallint not null
    ) with (fillfactor = 80);
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
    alter table ${schema}.event_totals add primary key (slug, round, board, player);
    alter table ${schema}.event_days add primary key (slug, round, board, player);
    alter table ${schema}.event_days_kept add primary key (slug);
    alter table ${schema}.standings_progress add primary key (one);
    create index event_scores_of_player on ${schema}.event_scores (player, slug);
    create index event_days_of_player on ${schema}.event_days (player);
    create index event_totals_ranked on ${schema}.event_totals (slug, round, board, points desc, player) include (charts);
    create index event_totals_of_player on ${schema}.event_totals (player, slug)`
}
