import type { CopiedTable } from './copied-table.ts'
import { derivedFills, followingFill } from './derived.ts'
import { fillAttempts } from './plays/attempts.ts'
import type { BuildTx, ReadModel } from './read-model.ts'
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
