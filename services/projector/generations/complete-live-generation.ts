import { codeVersion, oldestReadVersion } from '@stepledger/projections/code-version.ts'
import { missingTables } from '@stepledger/projections/generations/complete-tables.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Database } from '../../platform/database/database.ts'
import { lockGenerations } from './create-generation.ts'

/**
 * Adds the tables and columns of this release to a live generation of the release before, which is read until this release
 * has built its own. Idempotent; without missing ones it only reads.
 */
export async function completeLiveGeneration(database: Database): Promise<void> {
  const live = await readLiveGeneration(database)
  if (!live || live.codeVersion < oldestReadVersion || live.codeVersion >= codeVersion) return
  if ((await missingTables(database.pool, live.schema)).length === 0) return
  await database.transaction(async (tx) => {
    await lockGenerations(tx)
    for (const text of await missingTables(tx, live.schema)) await tx.query(text)
  })
}
