import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import type { Positioned } from '@stepledger/projections/batch.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { fold } from '@stepledger/projections/fold/fold.ts'
import { createReadModels, indexReadModels } from '@stepledger/projections/fold/read-models.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'
import { openReadModels } from '@stepledger/services/read-models.ts'
import { batchesOf, recordedIn } from '../generators/recorded.ts'

let generations = 0

/** A generation of these events of several partitions, in a schema of its own. */
export async function foldedGeneration(
  database: Database,
  partitions: readonly (readonly Positioned[])[],
): Promise<GenerationDb> {
  const id = ++generations
  const generation = { id, schema: `g${id}`, rules: firstRules, codeVersion }
  await database.pool.query(`${createReadModels(generation.schema)};${indexReadModels(generation.schema)}`)
  const events = partitions.flat()
  const batchOf = batchesOf(firstRules)
  await database.transaction((tx) =>
    fold({ ...generation, tx, recordedAt: recordedIn(events) }, batchOf(events)),
  )
  return readable(generation, openReadModels(database.pool))
}
