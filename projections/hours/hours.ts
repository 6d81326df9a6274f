import type { Count, ReadModel } from '../read-model.ts'
import { integer, smallint, uuid } from '../table.ts'

export const hoursTables = {
  /** A player's number of plays in an hour of the day, UTC. */
  player_hours: {
    columns: { player: uuid, hour: smallint, plays: integer },
    key: ['player', 'hour'],
  },
} as const

const playsByHour: Count = {
  table: 'player_hours',
  key: { player: 'player', hour: '(played_at / 3600000 % 24)::smallint' },
  sums: { plays: 'sum(n)' },
  from: ({ plays }) => plays,
}

/** At what time of the day players play. */
export const hours: ReadModel = {
  tables: hoursTables,
  index: (schema) => `alter table ${schema}.player_hours add primary key (player, hour)`,
  counts: [playsByHour],
}
