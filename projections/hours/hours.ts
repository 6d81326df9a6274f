import { addCounts, fillCounts, type PlayCount, subtractCounts, uncountedPlays } from '../play-count.ts'
import { accepted, keptPlays } from '../plays/relations.ts'
import type { ReadModel } from '../read-model.ts'

export interface HoursTables {
  /** A player's number of plays by hour of the day, UTC, without withdrawn ones. */
  player_hours: { player: string; hour: number; plays: number }
}

const playsByHour: PlayCount = {
  table: 'player_hours',
  key: {
    player: 'player',
    hour: "extract(hour from to_timestamp(played_at / 1000) at time zone 'UTC')::integer",
  },
}

/** At which hours of the day players play. */
export const hours: ReadModel = {
  tables: [{ name: 'player_hours', key: ['player', 'hour'] }],
  create: (schema) => `
    create table ${schema}.player_hours (player uuid not null, hour integer not null, plays integer not null)`,
  index: (schema) => `alter table ${schema}.player_hours add primary key (player, hour)`,
  // None: the plays of a player are in one partition.
  shared: () => [],
  addPlays: {
    parameters: 0,
    values: () => [],
    sql: ({ schema }) => `by_hour as (${addCounts(schema, playsByHour, accepted)})`,
  },
  async fold(into, _batch, changes) {
    await subtractCounts(into, playsByHour, uncountedPlays(changes))
    return {}
  },
  build: {
    staging: [],
    copied: () => [],
    finish: ({ schema, run }) => run([fillCounts(schema, playsByHour, `${keptPlays(schema)} kept`)]),
  },
}
