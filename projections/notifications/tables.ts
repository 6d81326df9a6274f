import { bigint, key, smallint, uuid } from '../table.ts'

export const notificationsTables = {
  /**
   * A play by which a rival got ahead of a player on a board: received since the player follows the rival, an improvement
   * of the rival, above the best of the player's counting plays received before it, where the rival was behind that best
   * or had no score. `key`: of the play; `own_key`: of that best (boards/rank-key.ts). `at`: when the play was received,
   * ms since 1970.
   */
  passings: {
    columns: {
      player: uuid,
      play_id: bigint,
      system: smallint,
      at: bigint,
      rival: uuid,
      chart: key,
      key: bigint,
      own_key: bigint,
    },
    key: ['player', 'play_id', 'system'],
  },
} as const

/** `passings_of_player` gives a player's list, latest first; `passings_by_rival` what a fold computes again. */
export function indexNotificationsTables(schema: string): string {
  return `
    alter table ${schema}.passings add primary key (player, play_id, system);
    create index passings_of_player on ${schema}.passings (player, system, at desc);
    create index passings_by_rival on ${schema}.passings (rival, player, chart)`
}
