import { rankKeySql } from '../rank-key.ts'
import type { DerivedTable, FollowingTable, ReadModel } from '../read-model.ts'
import { systemIds } from '../scoring/systems-sql.ts'
import { bigint, key, nullable, type RowsOf, smallint, uuid } from '../table.ts'

const recordsTables = {
  /**
   * A counting play that beat every counting play of its player on the chart received before it, in one system: the last
   * one is the player's best. `key`: see rank-key.ts; `old_key`: of the best before it, null for the first.
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

declare module '../read-database.ts' {
  interface ReadModelTables extends RowsOf<typeof recordsTables> {}
}

/** The attempts are sorted once for all systems. */
const improvements: DerivedTable = {
  table: 'improvements',
  key: ['chart', 'player', 'system', 'at', 'play_id'],
  values: ['played_at', 'key', 'old_key'],
  merge: 'append',
  query(attempts, { rules }) {
    const keys = rules.systems.map(({ id }, i) => ({ id, key: rankKeySql(`hundredths[${i + 1}]`, 'at'), i }))
    return `
    select a.chart, a.player, s.system, a.at, a.play_id, a.played_at, s.key, s.old_key
    from (
      select chart, player, at, play_id, played_at,
        ${keys.map(({ key, i }) => `${key} as key_${i}, max(${key}) over before as old_${i}`).join(', ')}
      from ${attempts} where counts
      window before as (partition by chart, player order by at, play_id rows between unbounded preceding and 1 preceding)
    ) a
    cross join lateral (values ${keys.map(({ id, i }) => `(${id}::smallint, a.key_${i}, a.old_${i})`).join(', ')}) as s(system, key, old_key)
    where s.old_key is null or s.key > s.old_key`
  },
}

const failedBests: DerivedTable = {
  table: 'failed_bests',
  key: ['player', 'chart', 'system'],
  values: ['key', 'play_id', 'played_at'],
  merge: { order: 'key desc, play_id' },
  query: (attempts, { rules }) => `
    select distinct on (player, chart, system) player, chart, system, key, play_id, played_at
    from (
      select a.player, a.chart, s.system, ${rankKeySql('s.hundredths', 'a.at')} as key, a.play_id, a.played_at
      from ${attempts} a
      cross join unnest(${systemIds(rules)}, a.hundredths) as s(system, hundredths)
      where a.only_failed
    ) scored
    order by player, chart, system, key desc, play_id`,
}

const firsts: FollowingTable = {
  table: 'firsts',
  key: ['chart', 'system'],
  values: ['player', 'key', 'played_at'],
  scope: (_tables, touched) => `select distinct chart from ${touched} where seen`,
  stored: 'o.chart = s.chart',
  query: (scope, { schema, rules }) => `
    select s.chart, x.system, b.player, b.key, b.played_at
    from ${scope} s cross join unnest(${systemIds(rules)}) as x(system)
    cross join lateral (
      select player, key, played_at from ${schema}.best b
      where b.chart = s.chart and b.system = x.system order by b.key desc, b.player desc limit 1
    ) b`,
}

/** What players achieved on charts: how their bests came about, what they only failed, and who is first. */
export const records: ReadModel = {
  tables: recordsTables,
  /** `improvements_of_board`: what changed on a board since a time, from the index alone. */
  index: (schema) => `
    alter table ${schema}.improvements add primary key (chart, player, system, at, play_id) include (key);
    alter table ${schema}.failed_bests add primary key (player, chart, system);
    alter table ${schema}.firsts add primary key (chart, system);
    create index improvements_of_board on ${schema}.improvements (chart, system, at) include (player, key, old_key);
    create index firsts_of_player on ${schema}.firsts (player, system, played_at desc, chart)`,
  derived: [improvements, failedBests],
  follow: [firsts],
}
