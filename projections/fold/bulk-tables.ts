import { fillComputed } from '../computed.ts'
import type { CopiedTable } from '../copied-table.ts'
import { fillCount } from '../counts.ts'
import type { Tables } from '../generation.ts'
import { allPlays, fillAttempts, seenCharts } from '../plays/attempts.ts'
import type { BuildTx, CountSources, FollowingStatement, FollowingTable, ReadModel } from '../read-model.ts'
import { baseModels, indexReadModels, readModels } from './read-models.ts'

export interface FinishOptions extends Omit<BuildTx, 'run'> {
  /** Called before each statement, to yield to the live fold. */
  readonly onStep: () => Promise<void>
}

/**
 * Turns the copied rows into the tables that the live fold would have written, within the caller's transaction: base
 * models sort out the plays, what follows from these is filled by a statement for each table, then keys and indexes are
 * created, and the tables follow that look up rows of several players.
 */
export async function finishBulk({ onStep, ...options }: FinishOptions): Promise<void> {
  const { tx, schema } = options
  const run = async (statements: readonly string[]) => {
    for (const text of statements) {
      await onStep()
      await tx.query({ text })
    }
  }
  const build = { ...options, run }
  await run([
    analyze(
      schema,
      stagingTables.map(({ name }) => name),
    ),
  ])
  for (const { tables, build: own } of baseModels) {
    await own?.finish(build)
    await run([analyze(schema, Object.keys(tables))])
  }
  await fillModels(build, readModels)
  await run([dropStagingTables(schema)])
  await run(indexReadModels(schema).split(';\n'))
  await followModels(build, readModels)
}

/**
 * Fills the tables of these models from the stored plays. Tables are analyzed before others are made from them: without
 * statistics the planner takes a table for small, and joins of large ones do not end.
 */
export async function fillModels(build: BuildTx, models: readonly ReadModel[]): Promise<void> {
  const { schema, run } = build
  const fill = async (table: string, sql: string) => run([sql, analyze(schema, [table])])
  await fill('attempts', fillAttempts(schema))
  for (const model of models) {
    for (const { table, sql } of derivedFills(build, model)) await fill(table, sql)
    if (baseModels.includes(model)) continue
    await model.build?.finish(build)
    await run([analyze(schema, Object.keys(model.tables))])
  }
}

/** Fills the tables of these models that follow from rows of several players, which have indexes. */
export async function followModels(build: BuildTx, models: readonly ReadModel[]): Promise<void> {
  for (const { follow = [], tables } of models)
    for (const each of follow) {
      const sql = followingFill(build, each)
      if (sql !== null) await build.run([sql, analyze(build.schema, Object.keys(tables))])
    }
}

/** SQL: the statements that fill the derived tables and the counts of a model, which have no indexes yet, by table. */
export function derivedFills(
  tables: Tables,
  { derived = [], counts = [], follow = [] }: Pick<ReadModel, 'derived' | 'counts' | 'follow'>,
): { readonly table: string; readonly sql: string }[] {
  const { schema } = tables
  const everything: CountSources = {
    plays: `(select *, (withdrawn_at is null)::integer as n from ${allPlays(schema)} p) stored`,
    rowsOf: (table) => `(select *, 1 as n from ${schema}.${table}) stored`,
    seenCharts,
  }
  return [
    ...derived.map((each) => ({
      table: each.table,
      sql: fillComputed(tables, each, each.query(`${schema}.attempts`, tables)),
    })),
    ...counts.map((count) => ({ table: count.table, sql: fillCount(tables, count, everything) })),
    ...follow.flatMap((each) =>
      'write' in each || !each.fill ? [] : [{ table: each.table, sql: each.fill(tables) }],
    ),
  ]
}

/** SQL: the statement that makes the rest of what follows from all attempts, after keys and indexes; null for none. */
function followingFill(tables: Tables, follow: FollowingTable | FollowingStatement): string | null {
  const all = `(select chart, player, counts as seen, 0::bigint as since from ${tables.schema}.attempts) touched`
  if ('write' in follow) return follow.skippedInBuilds ? null : follow.write(tables, all)
  if (follow.fill) return null
  return fillComputed(tables, follow, follow.query(`(${follow.scope(tables, all)})`, tables))
}

const stagingTables = readModels.flatMap(({ build }) => build?.staging ?? [])

export function createStagingTables(schema: string): string {
  return stagingTables
    .map(({ name, columns }) => {
      const typed = columns.map((column) => `${column.name} ${column.type}`)
      return `create table ${schema}.${name} (${typed.join(', ')})`
    })
    .join(';\n')
}

/** SQL: the statement that analyzes tables. */
function analyze(schema: string, tables: readonly string[]): string {
  return `analyze ${tables.map((name) => `${schema}.${name}`).join(', ')}`
}

function dropStagingTables(schema: string): string {
  return `drop table ${stagingTables.map(({ name }) => `${schema}.${name}`).join(', ')}`
}

/** Writes batches as raw rows for all tables of a build; `finishBulk` derives the final tables from them. */
export function copyWriter(schema: string): CopiedTable {
  const tables = readModels.flatMap(({ build }) => build?.copied(schema) ?? [])
  return {
    add(batch) {
      for (const table of tables) table.add(batch)
    },
    take: () => tables.flatMap((table) => table.take()),
  }
}
