import { bigint, key, nullable, smallint, uuid } from '../table.ts'

export const recordsTables = {
  /**
   * A counting play that beat every counting play of its player on the chart received before it, in one system: the last
   * one is the player's best. `key`: see boards/rank-key.ts; `old_key`: of the best before it, null for the first.
   */
  improvements: {
    columns: {
      chart: key,
      player: uuid,
      system: smallint,
      at: bigint,
      play_id: bigint,
      played_at: bigint,
      key: bigint,
      old_key: nullable(bigint),
    },
    key: ['chart', 'player', 'system', 'at', 'play_id'],
  },
  /** The best play of a player on a chart that is off the boards only because it was failed, in one system. */
  failed_bests: {
    columns: { player: uuid, chart: key, system: smallint, key: bigint, play_id: bigint, played_at: bigint },
    key: ['player', 'chart', 'system'],
  },
  /** The first place of a board. `played_at`: of the play that holds it. */
  firsts: {
    columns: { chart: key, system: smallint, player: uuid, key: bigint, played_at: bigint },
    key: ['chart', 'system'],
  },
} as const

/** `improvements_of_board`: what changed on a board since a time, from the index alone. */
export function indexRecordsTables(schema: string): string {
  return `
    alter table ${schema}.improvements add primary key (chart, player, system, at, play_id) include (key);
    alter table ${schema}.failed_bests add primary key (player, chart, system);
    alter table ${schema}.firsts add primary key (chart, system);
    create index improvements_of_board on ${schema}.improvements (chart, system, at) include (player, key, old_key);
    create index firsts_of_player on ${schema}.firsts (player, system, played_at desc, chart)`
}
