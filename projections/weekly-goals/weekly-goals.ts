import type { Batch } from '../batch.ts'
import { copiedTable, positionColumns } from '../copied-table.ts'
import { erasedAmong } from '../erased-players.ts'
import type { TablesTx } from '../generation.ts'
import { erasuresOfBuild } from '../plays/relations.ts'
import type { GenerationDb } from '../read-database.ts'
import type { BuildTx, ReadModel } from '../read-model.ts'
import { integer, type RowsOf, uuid } from '../table.ts'
import type { WrittenColumn } from '../written-column.ts'

type GoalSet = Batch['weeklyGoals'][number]

export const weeklyGoalsTables = {
  weekly_goals: { columns: { player: uuid, plays_a_week: integer }, key: ['player'] },
} as const

declare module '../read-database.ts' {
  interface ReadModelTables extends RowsOf<typeof weeklyGoalsTables> {}
}

const staged = {
  name: 'staged_weekly_goals',
  columns: [
    ...positionColumns,
    { name: 'player', type: 'uuid', value: (set) => set.player },
    { name: 'plays_a_week', type: 'integer', value: (set) => set.playsAWeek },
  ] satisfies readonly WrittenColumn<GoalSet>[],
}

/** How many plays a week players aim for. */
export const weeklyGoals: ReadModel = {
  tables: weeklyGoalsTables,
  index: (schema) => `alter table ${schema}.weekly_goals add primary key (player)`,
  async fold(into, { weeklyGoals: sets, erasures }, { players }) {
    if (sets.length > 0) await foldGoals(into, sets)
    if (erasures.length > 0)
      await deleteGoals(
        into,
        erasures.map(({ player }) => player),
      )
    return { players: [...new Set([...players, ...sets.map(({ player }) => player)])] }
  },
  build: {
    staging: [staged],
    copied: (schema) => [copiedTable(schema, staged, (batch) => batch.weeklyGoals)],
    finish: buildGoals,
  },
}

/** The last goal of each player counts: their events are in one partition, in order. */
async function foldGoals(into: TablesTx, sets: readonly GoalSet[]): Promise<void> {
  const erased = await erasedAmong(into, [...new Set(sets.map(({ player }) => player))])
  const last = new Map(sets.map(({ player, playsAWeek }) => [player, playsAWeek]))
  await deleteGoals(into, [...last.keys()])
  const goals = [...last].filter(([player, goal]) => goal !== null && !erased.has(player))
  await into.tx.query({
    text: `insert into ${into.schema}.weekly_goals (player, plays_a_week) select * from unnest($1::uuid[], $2::int[])`,
    values: [goals.map(([player]) => player), goals.map(([, goal]) => goal)],
  })
}

async function deleteGoals({ tx, schema }: TablesTx, players: readonly string[]): Promise<void> {
  await tx.query({
    text: `delete from ${schema}.weekly_goals where player = any($1::uuid[])`,
    values: [players],
  })
}

async function buildGoals({ schema, run }: BuildTx): Promise<void> {
  await run([
    `insert into ${schema}.weekly_goals (player, plays_a_week)
     select player, plays_a_week from (
       select distinct on (player) player, plays_a_week from ${schema}.${staged.name}
       order by player, "offset" desc
     ) last
     where plays_a_week is not null
       and not exists (select from ${erasuresOfBuild(schema)} e where e.player = last.player)`,
  ])
}

export async function weeklyGoalOf(generation: GenerationDb, player: string): Promise<number | null> {
  const row = await generation.db
    .selectFrom('weekly_goals')
    .select('plays_a_week')
    .where('player', '=', player)
    .executeTakeFirst()
  return row?.plays_a_week ?? null
}
