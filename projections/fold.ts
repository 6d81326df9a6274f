import { createHash } from 'node:crypto'
import type { Batch, PlayFact } from './batch.ts'
import { derive } from './derived.ts'
import type { FoldTx, TablesTx } from './generation.ts'
import { followPlays } from './plays/attempts.ts'
import { preparing } from './prepared.ts'
import { type Changes, noChanges, type ReadModel } from './read-model.ts'
import { baseModels, followingModels, readModels } from './read-models.ts'
import { withoutOutdated } from './streams/streams.ts'

/**
 * Folds one batch into every read model of a generation, within the caller's transaction. Folds of different partitions
 * commute, and folding a batch is idempotent.
 */
export async function fold(transaction: FoldTx, sent: Batch): Promise<Changes> {
  const into = { ...transaction, tx: preparing(transaction.tx) }
  await lockShared(into, sent)
  const batch = withoutErased(await withoutOutdated(into, sent))
  let changes: Changes = noChanges
  const foldInto = async (models: readonly ReadModel[]) => {
    for (const model of models) changes = { ...changes, ...(await model.fold?.(into, batch, changes)) }
  }
  await foldInto(baseModels)
  await followPlays(into, changes)
  changes = { ...changes, ...(await derive(into, changes)) }
  await foldInto(followingModels)
  return changes
}

/** Without the plays that follow the erasure of their player, of which the read models have no tombstone yet. */
function withoutErased(batch: Batch): Batch {
  if (batch.erasures.length === 0) return batch
  const erasedAt = new Map(batch.erasures.toReversed().map(({ player, offset }) => [player, offset]))
  const isKept = ({ event, offset }: PlayFact) =>
    offset < (erasedAt.get(event.key) ?? Number.POSITIVE_INFINITY)
  return { ...batch, plays: batch.plays.filter(isKept) }
}

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
async function lockShared(into: TablesTx, batch: Batch): Promise<void> {
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
