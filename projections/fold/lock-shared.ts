import { createHash } from 'node:crypto'
import type { Batch } from '../batch.ts'
import type { TablesTx } from '../generation.ts'
import { readModels } from './read-models.ts'

/**
 * Limit of advisory locks in one batch, because each takes shared memory of Postgres. A batch that exceeds it, such as
 * a pack of thousands of songs, locks the whole generation.
 */
const maxLocks = 2_000

/**
 * Locks what a batch may share with another partition's batch until the transaction ends. All folds lock in the same
 * order, so they wait for each other and never deadlock. The lock of the whole generation comes first: shared, or
 * exclusive for very large batches, which then need no other lock.
 */
export async function lockShared(into: TablesTx, batch: Batch): Promise<void> {
  const names = new Set<string>()
  for (const model of readModels)
    for (const name of (await model.shared?.(into, batch)) ?? []) names.add(name)
  const keys = [...names].map((name) => lockKey(`${into.schema} ${name}`)).sort((a, b) => (a < b ? -1 : 1))
  if (keys.length === 0) return
  const whole = lockKey(`${into.schema} *`)
  if (keys.length > maxLocks)
    await into.tx.query({
      text: 'select pg_advisory_xact_lock($1::bigint)',
      values: [whole],
    })
  else
    await into.tx.query({
      text: `
        with whole as materialized (select pg_advisory_xact_lock_shared($2::bigint))
        select pg_advisory_xact_lock(key) from whole, unnest($1::bigint[]) as key`,
      values: [keys, whole],
    })
}

function lockKey(name: string): bigint {
  return createHash('sha256').update(name).digest().readBigInt64BE(0)
}
