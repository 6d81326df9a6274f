import type { Batch } from '../batch.ts'
import { copiedTable } from '../bulk/copied-table.ts'
import { positionColumns } from '../bulk/staging-table.ts'
import type { TablesTx } from '../generation.ts'
import { isErased } from '../players/tombstones.ts'
import { erasuresOfBuild } from '../plays/relations.ts'
import type { BuildTx, ReadModel } from '../read-model.ts'
import type { WrittenColumn } from '../written-column.ts'

export interface GoalsTables {
  /** The last goal of each player; null after it was given up. `offset`: of its event. */
  goals: { player: string; plays_a_week: number | null; offset: number }
}

const staged = {
  name: 'staged_goals',
  columns: [
    ...positionColumns,
    { name: 'player', type: 'uuid', value: (goal) => goal.player },
    { name: 'plays_a_week', type: 'integer', value: (goal) => goal.playsAWeek },
  ] satisfies readonly WrittenColumn<Batch['goals'][number]>[],
}

/** How many plays a week players aim for. */
export const goals: ReadModel = {
  tables: [{ name: 'goals', key: ['player'] }],
  create: (schema) => `
    create table ${schema}.goals (player uuid not null, plays_a_week integer, "offset" bigint not null)`,
  index: (schema) => `alter table ${schema}.goals add primary key (player)`,
  // None: the events of a player are in one partition.
  shared: () => [],
  addPlays: null,
  async fold(into, batch, changes) {
    if (batch.goals.length > 0) await foldGoals(into, batch.goals)
    if (batch.erasures.length > 0) await deleteGoals(into, batch.erasures)
    return { players: [...new Set([...changes.players, ...batch.goals.map(({ player }) => player)])] }
  },
  build: {
    staging: [staged],
    copied: (schema) => [copiedTable(schema, staged, (batch) => batch.goals)],
    finish: buildGoals,
  },
}

/** The last goal of each player wins, however often a batch is delivered. */
async function foldGoals({ tx, schema }: TablesTx, set: Batch['goals']): Promise<void> {
  await tx.query({
    name: `${schema}_fold_goals_v1`,
    text: `
      insert into ${schema}.goals as g (player, plays_a_week, "offset")
      select distinct on (x.player) x.player, x.plays_a_week, x."offset"
      from unnest($1::uuid[], $2::integer[], $3::bigint[]) as x(player, plays_a_week, "offset")
      where not ${isErased(schema, 'x.player')}
      order by x.player, x."offset" desc
      on conflict (player) do update set plays_a_week = excluded.plays_a_week, "offset" = excluded."offset"
        where g."offset" < excluded."offset"`,
    values: [set.map((g) => g.player), set.map((g) => g.playsAWeek), set.map((g) => g.offset)],
  })
}

async function deleteGoals({ tx, schema }: TablesTx, erasures: Batch['erasures']): Promise<void> {
  await tx.query({
    name: `${schema}_delete_goals_v1`,
    text: `delete from ${schema}.goals where player = any($1::uuid[])`,
    values: [erasures.map(({ player }) => player)],
  })
}

async function buildGoals({ schema, run }: BuildTx): Promise<void> {
  await run([
    `insert into ${schema}.goals (player, plays_a_week, "offset")
     select distinct on (player) player, plays_a_week, "offset" from ${schema}.${staged.name} g
     where not exists (select from ${erasuresOfBuild(schema)} e where e.player = g.player)
     order by player, "offset" desc`,
  ])
}
