import { boardNames } from '@stepledger/contracts/board-name.ts'
import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'
import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import { notAnalyzed, type Table } from '../table.ts'

/**
 * Every stored play with its score. Lists per system are in the order of the rules' systems: `points`, `hundredths`
 * (percent × 100), `grades`; `judgments` concatenates their judgment counts, each best first with Miss last. Times are
 * ms since 1970.
 */
export interface PlayRow {
  id: number
  player: string
  chart: string
  at: number
  played_at: number
  partition: number
  offset: number
  fingerprint: Buffer
  body_version: string
  passed: boolean | null
  rate: number | null
  autoplay: boolean | null
  rows: number
  /** Time played: from the beginning of the song to the last row, at the play's rate. */
  seconds: number
  /** Holds, mines, rolls: actual and possible, in this order. */
  radar: number[]
  points: number[]
  hundredths: number[]
  grades: Grade[]
  judgments: number[]
  /** Mean of the absolute offsets, mean, deviation, max; ms. */
  statistics: number[] | null
  eligible: boolean
  reasons: BoardReason['code'][]
  withdrawn_at: number | null
  /** The wipe that withdrew it, while it can be reinstated. Generations of older code lack the column. */
  wipe?: string | null
  /** Who withdrew it, and the reason given. Generations of older code lack both columns. */
  withdrawn_by?: 'player' | 'operator' | null
  withdrawal_reason?: string | null
  /** Offset of the last event that withdrew or reinstated it. */
  withdrawal_offset?: number | null
}

export interface PlaysTables {
  plays: PlayRow
}

export const playsTables: readonly Table[] = [{ name: 'plays', key: ['id'] }]

/** Statements that create the tables. Indexes are separate so that a build can create them last. */
export function createPlaysTables(schema: string): string {
  return `
    create table ${schema}.plays (
      id bigint not null,
      player uuid not null,
      chart text collate "C" not null,
      at bigint not null,
      played_at bigint not null,
      partition smallint not null,
      "offset" bigint not null,
      fingerprint bytea not null,
      body_version text not null,
      passed boolean,
      rate double precision,
      autoplay boolean,
      rows integer not null,
      seconds integer not null default 0,
      radar integer[] not null,
      points double precision[] not null,
      hundredths integer[] not null,
      grades text[] not null,
      judgments integer[] not null,
      statistics double precision[],
      eligible boolean not null,
      reasons text[] not null,
      withdrawn_at bigint,
      wipe text collate "C",
      withdrawn_by text,
      withdrawal_reason text,
      withdrawal_offset bigint
    );
    ${notAnalyzed(schema, 'plays', ['fingerprint', 'radar', 'points', 'hundredths', 'grades', 'judgments', 'statistics', 'reasons'])}`
}

/** An index per system, for a player's plays by score: players/by-score.ts. */
function scoresOfPlayer(schema: string, nth: number): string {
  return `create index plays_by_score_${nth} on ${schema}.plays (player, (hundredths[${nth}]), id) where withdrawn_at is null`
}

/** A play that was received this much later than it was played is late, ms. */
export const lateAfterMs = 3_600_000

/**
 * SQL condition on a play that is a notification: received late, or not ranked although it was not failed.
 * Queries repeat it, so that they use its index.
 */
export const isHeldBack = `withdrawn_at is null and (at - played_at > ${lateAfterMs} or (not eligible and 'failed' <> all (reasons)))`

export function indexPlaysTables(schema: string): string {
  return `
    alter table ${schema}.plays add primary key (id);
    create unique index plays_content on ${schema}.plays (player, fingerprint);
    create index plays_recent on ${schema}.plays (played_at desc, id desc) where withdrawn_at is null;
    create index plays_of_chart on ${schema}.plays (chart, played_at desc, id desc) where withdrawn_at is null;
    create index plays_withdrawn on ${schema}.plays (chart) where withdrawn_at is not null;
    create index plays_of_wipe on ${schema}.plays (wipe, id) where wipe is not null;
    create index plays_held_back on ${schema}.plays (player, at desc) where ${isHeldBack};
    create index plays_withdrawn_by_operator on ${schema}.plays (player, wipe, withdrawn_at) where withdrawn_by = 'operator';
    create index plays_of_player on ${schema}.plays (player, played_at desc, id desc) include (chart) where withdrawn_at is null;
    ${boardNames.map((_, nth) => scoresOfPlayer(schema, nth + 1)).join(';')};
    create index plays_of_player_on_chart on ${schema}.plays (player, chart, played_at desc, id desc) where withdrawn_at is null`
}
