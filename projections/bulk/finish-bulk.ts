import type { BuildTx } from '../read-model.ts'
import { indexReadModels, readModels } from '../read-models.ts'
import { dropStagingTables } from './staging.ts'

export interface FinishOptions extends Omit<BuildTx, 'run'> {
  /** Before each step: the live fold gets its turn. */
  readonly onStep: () => Promise<void>
}

/**
 * Makes of what was copied into bare tables what the ordinary fold would have made of it, within the caller's
 * transaction: each model fills its tables by a few statements, then come keys and indexes.
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
