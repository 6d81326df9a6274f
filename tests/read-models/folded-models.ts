import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { Positioned } from '@stepledger/projections/batch.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { fold } from '@stepledger/projections/fold/fold.ts'
import { createReadModels, indexReadModels } from '@stepledger/projections/fold/read-models.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import type { Database } from '@stepledger/services/platform/database/database.ts'
import { databaseForTests } from '@stepledger/services/platform/database/testing/database-for-tests.ts'
import { openReadModels } from '@stepledger/services/read-models.ts'
import { batchesOf, recordedIn } from '../generators/recorded.ts'

/** A generation to fold events into and read from. */
export interface FoldedModels {
  readonly database: Database
  readonly generation: GenerationDb
  fold(events: readonly AnyEvent[]): Promise<void>
  close(): Promise<void>
}

export async function foldedModels(rules: Rules = firstRules): Promise<FoldedModels> {
  const database = await databaseForTests()
  const generation = { id: 1, schema: 'g1', rules, codeVersion }
  await database.pool.query(`${createReadModels('g1')};${indexReadModels('g1')}`)
  const batchOf = batchesOf(rules)
  const ledger: Positioned[] = []
  return {
    database,
    generation: readable(generation, openReadModels(database.pool)),
    async fold(folded) {
      const placed = folded.map((event, i) => ({ partition: 0, offset: ledger.length + i, event }))
      ledger.push(...placed)
      const into = { ...generation, recordedAt: recordedIn(ledger) }
      await database.transaction((tx) => fold({ ...into, tx }, batchOf(placed)), {
        durable: false,
        plansOnce: true,
      })
    },
    close: () => database.close(),
  }
}
