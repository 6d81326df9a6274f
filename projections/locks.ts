import { createHash } from 'node:crypto'
import type { Batch } from './batch.ts'
import type { TablesTx } from './generation.ts'
import { readModels } from './read-models.ts'

/**
 * Locks what a batch may share with another partition's until the transaction ends, in one order for all, so that folds
 * of one generation wait for each other and never deadlock.
 */
export async function lockShared(into: TablesTx, batch: Batch): Promise<void> {
  const names = new Set<string>()
  for (const model of readModels) for (const name of await model.shared(into, batch)) names.add(name)
  const keys = [...names].map((name) => lockKey(`${into.schema} ${name}`)).sort((a, b) => (a < b ? -1 : 1))
  if (keys.length === 0) return
  await into.tx.query({
    name: 'lock_shared_v1',
    text: 'select pg_advisory_xact_lock(key) from unnest($1::bigint[]) as key',
    values: [keys],
  })
}

function lockKey(name: string): bigint {
  return createHash('sha256').update(name).digest().readBigInt64BE(0)
}
