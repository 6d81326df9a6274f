import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { fold } from '@stepledger/projections/fold.ts'
import { type GenerationDb, readable } from '@stepledger/projections/read-database.ts'
import { createReadModels, indexReadModels } from '@stepledger/projections/read-models.ts'
import { type Database, openDatabase } from '@stepledger/services/platform/database/database.ts'
import { openReadModels } from '@stepledger/services/platform/database/read-models.ts'
import { postgresForTests } from '../../scripts/services.ts'
import { batchesOf } from '../generators/recorded.ts'

/** A generation that events can be folded into and read from. */
export interface FoldedModels {
  readonly database: Database
  readonly generation: GenerationDb
  fold(events: readonly AnyEvent[]): Promise<void>
  close(): Promise<void>
}

export async function foldedModels(): Promise<FoldedModels> {
  const postgres = await postgresForTests()
  const database = openDatabase({ url: postgres.url, maxConnections: 4 })
  const generation = { id: 1, schema: 'g1', rules: firstRules, codeVersion }
  await database.pool.query(`${createReadModels('g1')};${indexReadModels('g1')}`)
  const batchOf = batchesOf(firstRules)
  let offset = 0
  return {
    database,
    generation: readable(generation, openReadModels(database.pool)),
    async fold(folded) {
      const batch = batchOf(folded.map((event) => ({ partition: 0, offset: offset++, event })))
      await database.transaction((tx) => fold({ ...generation, tx }, batch), {
        durable: false,
        byIndexes: true,
      })
    },
    async close() {
      await database.close()
      await postgres.stop()
    },
  }
}
