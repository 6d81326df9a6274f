import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { createStagingTables, fillModels, followModels } from '@stepledger/projections/fold/bulk-tables.ts'
import { seenCharts } from '@stepledger/projections/plays/attempts.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import type { ReadModel } from '@stepledger/projections/read-model.ts'

/** Fills the tables of these models from the plays of a generation, as the end of a build does. */
export async function finishModels(
  tx: Queryable,
  schema: string,
  models: readonly ReadModel[],
): Promise<void> {
  await tx.query({ text: createStagingTables(schema) })
  await tx.query({
    text: `create temp table ${seenCharts} on commit drop as select distinct chart from ${schema}.plays`,
  })
  const build = {
    tx,
    schema,
    rules: firstRules,
    copy: async () => {},
    recordedAt: async () => [],
    async run(statements: readonly string[]) {
      for (const text of statements) await tx.query({ text })
    },
  }
  await fillModels(build, models)
  await followModels(build, models)
}
