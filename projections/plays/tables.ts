import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'
import type { Grade } from '@stepledger/contracts/rules/grade-names.ts'
import {
  bigint,
  boolean,
  column,
  doubles,
  integer,
  integers,
  key,
  nullable,
  type RowsOf,
  smallint,
  text,
  uuid,
  withDefault,
} from '../table.ts'

export const playsTables = {
  /**
   * Every stored play with its score. Lists per system are in the order of the rules' systems: `points`, `hundredths`
   * (percent × 100), `grades`; `judgments` concatenates their judgment counts, each best first with Miss last. Times are
   * ms since 1970. Postgres reads the columns of a row from the first to the last one that is needed, so lists come last.
   */
  plays: {
    columns: {
      id: bigint,
      at: bigint,
      played_at: bigint,
      offset: bigint,
      player: uuid,
      rows: integer,
      /** The rows of the whole chart by the game's count, of a failed play. */
      expected_rows: nullable(integer),
      /** Time played: from the beginning of the song to the last row, at the play's rate. */
      seconds: withDefault(integer, '0'),
      partition: smallint,
      eligible: boolean,
      chart: key,
      withdrawn_at: nullable(bigint),
      /** The wipe that withdrew it, while it can be reinstated. */
      wipe: nullable(key),
      /** Who withdrew it, and the reason given. */
      withdrawn_by: column<'player' | 'operator' | null>('text', ''),
      withdrawal_reason: nullable(text),
      /** Offset of the last event that withdrew or reinstated it. */
      withdrawal_offset: nullable(bigint),
      fingerprint: column<Buffer>('bytea'),
      body_version: text,
      passed: nullable(boolean),
      rate: column<number | null>('double precision', ''),
      autoplay: nullable(boolean),
      /** Whether the arrows had a constant speed (CMod); null if the game did not tell. */
      cmod: nullable(boolean),
      /** Holds, mines, rolls: actual and possible, in this order. */
      radar: integers,
      points: doubles,
      hundredths: integers,
      grades: column<Grade[]>('text[]'),
      judgments: integers,
      /** Mean of the absolute offsets, mean, deviation, max; ms. */
      statistics: nullable(doubles),
      reasons: column<BoardReason['code'][]>('text[]'),
    },
    key: ['id'],
    notAnalyzed: [
      'fingerprint',
      'radar',
      'points',
      'hundredths',
      'grades',
      'judgments',
      'statistics',
      'reasons',
    ],
  },
  /**
   * A narrow copy of each play that is not withdrawn, from which players' rows are derived. `hundredths` and `grades` are
   * in the order of the rules' systems. `counts`: eligible for boards; `only_failed`: eligible except that it was failed.
   */
  attempts: {
    columns: {
      play_id: bigint,
      at: bigint,
      played_at: bigint,
      player: uuid,
      counts: boolean,
      only_failed: boolean,
      cmod: nullable(boolean),
      chart: key,
      hundredths: integers,
      grades: column<Grade[]>('text[]'),
    },
    key: ['play_id'],
    notAnalyzed: ['hundredths', 'grades'],
  },
} as const

declare module '../read-database.ts' {
  interface ReadModelTables extends RowsOf<typeof playsTables> {}
}

export type PlayRow = RowsOf<typeof playsTables>['plays']

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
    alter table ${schema}.attempts add primary key (play_id);
    create index attempts_of_player on ${schema}.attempts (chart, player, at);
    create unique index plays_content on ${schema}.plays (player, fingerprint);
    create index plays_recent on ${schema}.plays (played_at desc, id desc) where withdrawn_at is null;
    create index plays_of_chart on ${schema}.plays (chart, played_at desc, id desc) where withdrawn_at is null;
    create index plays_withdrawn on ${schema}.plays (chart) where withdrawn_at is not null;
    create index plays_of_wipe on ${schema}.plays (wipe, id) where wipe is not null;
    create index plays_held_back on ${schema}.plays (player, at desc) where ${isHeldBack};
    create index plays_withdrawn_by_operator on ${schema}.plays (player, wipe, withdrawn_at) where withdrawn_by = 'operator';
    create index plays_of_player on ${schema}.plays (player, played_at desc, id desc) include (chart) where withdrawn_at is null;
    create index plays_of_player_on_chart on ${schema}.plays (player, chart, played_at desc, id desc) where withdrawn_at is null`
}
