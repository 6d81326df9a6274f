import { createHash } from 'node:crypto'
import type { Batch } from './batch.ts'
import type { Queryable } from './queryable.ts'

/**
 * What a batch may share with another partition's: its charts and the players that others speak of. Locked until the transaction ends,
 * in one order for all, so that folds of one generation wait for each other and never deadlock.
 */
export async function lockShared(
  tx: Queryable,
  schema: string,
  batch: Batch,
  chartsOfErased: readonly string[],
): Promise<void> {
  const names = new Set([
    ...batch.plays.map((play) => play.event.data.chart),
    ...chartsOfErased,
    ...batch.rivals.map((rival) => rival.rival),
    ...batch.erasures.map((erasure) => erasure.player),
  ])
  const keys = [...names].map((name) => lockKey(`${schema} ${name}`)).sort((a, b) => (a < b ? -1 : 1))
  if (keys.length === 0) return
  await tx.query({
    name: 'lock_shared_v1',
    text: 'select pg_advisory_xact_lock(key) from unnest($1::bigint[]) as key',
    values: [keys],
  })
}

function lockKey(name: string): bigint {
  return createHash('sha256').update(name).digest().readBigInt64BE(0)
}
