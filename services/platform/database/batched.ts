import { createBatcher } from '../ledger/batcher.ts'

/** Maximum number of keys per query. */
const maxBatch = 1000

/**
 * Coalesces lookups of single keys into batched queries: keys that arrive while a query runs go into the next one, so a
 * burst of lookups uses one connection. A key is never answered by a query that started before its lookup.
 */
export function batched<K, T>(
  find: (keys: readonly K[]) => Promise<readonly T[]>,
  idOf: (key: K) => string,
  keyOf: (found: T) => K,
): (key: K) => Promise<T | null> {
  const lookups = createBatcher<K, T | null>({
    async send(keys) {
      const byId = new Map((await find(keys)).map((each) => [idOf(keyOf(each)), each]))
      return keys.map((key) => byId.get(idOf(key)) ?? null)
    },
    bytesOf: () => 1,
    lingerMs: 0,
    batchBytes: maxBatch,
    queueBytes: Number.POSITIVE_INFINITY,
  })
  return lookups.add
}
