import type { BuildTx } from '../read-model.ts'
import { indexReadModels, readModels } from '../read-models.ts'
import type { CopiedTable } from './copied-table.ts'

export interface FinishOptions extends Omit<BuildTx, 'run'> {
  /** Called before each statement, to yield to the live fold. */
  readonly onStep: () => Promise<void>
}

/**
 * Turns the copied rows into the tables that the live fold would have written, within the caller's transaction: each
 * model fills its tables with a few statements, then keys and indexes are created. Tables are analyzed before a model
 * after them reads them: without statistics the planner takes a table for small, and joins of large ones do not end.
 */
export async function finishBulk({ onStep, ...options }: FinishOptions): Promise<void> {
  const { tx, schema } = options
  const run = async (statements: readonly string[]) => {
    for (const text of statements) {
      await onStep()
      await tx.query({ text })
    }
  }
  await run([
    analyze(
      schema,
      stagingTables.map(({ name }) => name),
    ),
  ])
  for (const { tables, build } of readModels) {
    await build.finish({ ...options, run })
    await run([analyze(schema, Object.keys(tables))])
  }
  await run([dropStagingTables(schema)])
  await run(indexReadModels(schema).split(';\n'))
}

const stagingTables = readModels.flatMap(({ build }) => build.staging)

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
  const tables = readModels.flatMap(({ build }) => build.copied(schema))
  return {
    add(batch) {
      for (const table of tables) table.add(batch)
    },
    take: () => tables.flatMap((table) => table.take()),
  }
}
