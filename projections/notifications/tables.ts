import type { Table } from '../table.ts'

/**
 * A play by which a rival got ahead of a player on a board: received since the player follows the rival, an improvement
 * of the rival, above the best of the player's counting plays received before it, where the rival was behind that best
 * or had no score. `key`: of the play; `own_key`: of that best (boards/rank-key.ts). `at`: when the play was received,
 * ms since 1970.
 */
export interface PassingRow {
  player: string
  play_id: number
  system: number
  at: number
  rival: string
  chart: string
  key: number
  own_key: number
}

export interface NotificationsTables {
  passings: PassingRow
}

export const notificationsTables: readonly Table[] = [
  { name: 'passings', key: ['player', 'play_id', 'system'] },
]

export function createNotificationsTables(schema: string): string {
  return `
    create table ${schema}.passings (
      player uuid not null,
      play_id bigint not null,
      system smallint not null,
      at bigint not null,
      rival uuid not null,
      chart text collate "C" not null,
      key bigint not null,
      own_key bigint not null
    )`
}

/** `passings_of_player` gives a player's list, latest first; `passings_by_rival` what a fold computes again. */
export function indexNotificationsTables(schema: string): string {
  return `
    alter table ${schema}.passings add primary key (player, play_id, system);
    create index passings_of_player on ${schema}.passings (player, system, at desc);
    create index passings_by_rival on ${schema}.passings (rival, player, chart)`
}
