import type { BuildTx } from '../read-model.ts'
import { indexReadModels, readModels } from '../read-models.ts'
import { dropStagingTables } from './staging.ts'

export interface FinishOptions extends Omit<BuildTx, 'run'> {
  /** Called before each statement, to yield to the live fold. */
  readonly onStep: () => Promise<void>
}

/**
 * Turns the copied rows into the tables that the live fold would have written, within the caller's transaction: each
 * model fills its tables with a few statements, then keys and indexes are created.
 */
export async function finishBulk({ onStep, ...options }: FinishOptions): Promise<void> {
  const { tx, schema } = options
  const run = async (statements: readonly string[]) => {
    for (const text of statements) {
      await onStep()
      await tx.query({ text })
    }
  }
  for (const { build } of readModels) await build.finish({ ...options, run })
  await run([dropStagingTables(schema)])
  await run(indexReadModels(schema).split(';\n'))
}
