import { addPlays } from './add-plays.ts'
import type { Batch } from './batch.ts'
import type { FoldTx } from './generation.ts'
import { lockShared } from './locks.ts'
import { type Changes, noChanges } from './read-model.ts'
import { readModels } from './read-models.ts'

/**
 * Folds one batch into every read model of a generation, within the caller's transaction. Folds of different partitions
 * commute, and folding a batch is idempotent.
 */
export async function fold(into: FoldTx, batch: Batch): Promise<Changes> {
  await lockShared(into, batch)
  let changes: Changes = noChanges
  if (batch.plays.length > 0) changes = { ...changes, ...(await addPlays(into, batch.plays)) }
  for (const model of readModels) changes = { ...changes, ...(await model.fold(into, batch, changes)) }
  return changes
}
