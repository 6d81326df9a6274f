import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import { bigint, boolean, column, integer, integers, key, type RowsOf, smallint, uuid } from '../table.ts'

export const boardsTables = {
  /**
   * A narrow copy of each stored play. `hundredths` and `grades` are in the order of the rules' systems. `counts`:
   * eligible for boards; `only_failed`: eligible except that it was failed.
   */
  attempts: {
    columns: {
      play_id: bigint,
      at: bigint,
      played_at: bigint,
      player: uuid,
      counts: boolean,
      only_failed: boolean,
      chart: key,
      hundredths: integers,
      grades: column<Grade[]>('text[]'),
    },
    key: ['play_id'],
    notAnalyzed: ['hundredths', 'grades'],
  },
  /** The best counting play of a player on a chart in one system. `key`: see rank-key.ts. */
  best: {
    columns: {
      chart: key,
      system: smallint,
      player: uuid,
      key: bigint,
      play_id: bigint,
      played_at: bigint,
      grade: column<Grade>('text'),
    },
    key: ['chart', 'player', 'system'],
  },
  /** The number of players of a board in a bucket of scores. */
  buckets: {
    columns: { chart: key, system: smallint, bucket: smallint, players: integer },
    key: ['chart', 'system', 'bucket'],
    storage: 'fillfactor = 70',
  },
  /** `version` grows with every change of the chart's boards; `players`: players with a counting play. */
  boards: {
    columns: { chart: key, version: bigint, players: integer },
    key: ['chart'],
    notCompared: ['version'],
    storage: 'fillfactor = 70',
  },
} as const

export type BoardsTables = RowsOf<typeof boardsTables>
export type BestRow = BoardsTables['best']
export type BoardRow = BoardsTables['boards']
export type BucketRow = BoardsTables['buckets']

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
