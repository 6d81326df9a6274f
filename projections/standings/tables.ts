import type { CompetitionState } from '@stepledger/contracts/competition/competition.ts'
import {
  bigint,
  column,
  integer,
  integers,
  key,
  nullable,
  type RowsOf,
  smallint,
  smallints,
  uuid,
} from '../table.ts'

const state = column<CompetitionState>('jsonb')

/** Updated asynchronously within seconds, so `verify` compares them separately (check-standings.ts). */
export const standingsTables = {
  /**
   * A competition in the state its standings were computed with. `generated_at`: when they last changed, ms since 1970;
   * null before the first computation.
   */
  events: { columns: { slug: key, state, generated_at: nullable(bigint) }, key: ['slug'], follows: true },
  /**
   * A state that a competition had, from the event at `rules_offset` of the topic `rules` until that of the next row.
   * `at`: time of this event, ms since 1970.
   */
  event_states: {
    columns: { slug: key, rules_offset: bigint, at: bigint, state },
    key: ['slug', 'rules_offset'],
    follows: true,
  },
  /** The best counting scores of a player on a chart of a round; `hundredths` in the order of the document's boards. */
  event_scores: {
    columns: { slug: key, round: smallint, chart: key, player: uuid, hundredths: smallints },
    key: ['slug', 'round', 'chart', 'player'],
    follows: true,
    notAnalyzed: ['hundredths'],
  },
  /**
   * The distinct scores of a chart of a round on one board, descending, each with its number of players. `board`: its
   * number in the document.
   */
  event_boards: {
    columns: {
      slug: key,
      round: smallint,
      chart: key,
      board: smallint,
      hundredths: smallints,
      players: integers,
    },
    key: ['slug', 'round', 'chart', 'board'],
    follows: true,
    notAnalyzed: ['hundredths', 'players'],
  },
  /** A player's sums: by round, 0 being the whole competition, then by board in the order of the document. */
  event_sums: {
    columns: {
      slug: key,
      player: uuid,
      points: column<number[][]>('integer[]'),
      charts: column<number[][]>('smallint[]'),
    },
    key: ['slug', 'player'],
    follows: true,
    storage: 'fillfactor = 50',
    notAnalyzed: ['points', 'charts'],
  },
  /**
   * A block of the ranking of a round, 0 being the whole competition, on one board. Each block except the last holds
   * `blockSize` players (ranking.ts), best first, ties by id. `lowest`: the points of the last player.
   */
  event_rankings: {
    columns: {
      slug: key,
      round: smallint,
      board: smallint,
      block: integer,
      lowest: integer,
      players: column<string[]>('uuid[]'),
      points: integers,
      charts: smallints,
    },
    key: ['slug', 'round', 'board', 'block'],
    follows: true,
    notAnalyzed: ['players', 'points', 'charts'],
  },
  /**
   * A player's sums in a round, 0 being the whole competition, on one board: at the end of each day since its start,
   * oldest first. `ranks`: on the same days, 0 before the first score; empty for the whole competition.
   */
  event_days: {
    columns: { slug: key, round: smallint, board: smallint, player: uuid, points: integers, ranks: integers },
    key: ['slug', 'round', 'board', 'player'],
    follows: true,
    notAnalyzed: ['points', 'ranks'],
  },
  /**
   * The end of the last day with daily totals, ms since 1970, and the document they are based on: the offset in the topic
   * `rules` of its last event, or -1 if plays of these days changed since.
   */
  event_days_kept: {
    columns: { slug: key, until: bigint, document_offset: bigint },
    key: ['slug'],
    follows: true,
  },
  /** The next offset of the topic `rules`. `version` grows with every change of any standings. */
  standings_progress: {
    columns: {
      one: column<boolean>('boolean', 'not null default true check (one)'),
      next_offset: bigint,
      version: bigint,
    },
    key: ['one'],
    follows: true,
    storage: 'fillfactor = 50',
  },
  /** A queued change of a player's plays on a chart; may be repeated. `played_at`: of the changed play, ms since 1970. */
  standings_queue: {
    columns: { chart: key, player: uuid, played_at: bigint },
    key: ['chart', 'player'],
    follows: true,
  },
  /** The same for a player who began or ceased to take part in a competition. */
  participants_queue: { columns: { slug: key, player: uuid }, key: ['slug', 'player'], follows: true },
} as const

declare module '../read-database.ts' {
  interface ReadModelTables extends RowsOf<typeof standingsTables> {}
}

type StandingsTables = RowsOf<typeof standingsTables>
export type CompetitionRow = StandingsTables['events']
export type CompetitionScoreRow = StandingsTables['event_scores']
export type CompetitionBoardRow = StandingsTables['event_boards']
export type CompetitionSumsRow = StandingsTables['event_sums']
export type CompetitionRankingRow = StandingsTables['event_rankings']

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

export function createTotals(schema: string): string {
  return `
    create view ${schema}.event_totals as
      select slug, (round - 1)::smallint as round, (board - 1)::smallint as board, player,
        points[round][board] as points, charts[round][board] as charts
      from ${schema}.event_sums, generate_subscripts(points, 1) as round, generate_subscripts(points, 2) as board
      where charts[round][board] > 0;
    insert into ${schema}.standings_progress (next_offset, version) values (0, 0)`
}

/** SQL: the charts of all rounds of a state, as jsonb. */
export function chartsOfState(state: string): string {
  return `jsonb_path_query_array(${state}, '$.document.rounds[*].charts[*]')`
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
    create index events_of_chart on ${schema}.events using gin (${chartsOfState('state')});
    create index event_scores_of_player on ${schema}.event_scores (player, slug);
    create index event_days_of_player on ${schema}.event_days (player)`
}
