/** A queued key. */
interface Waiting<K, T> {
  readonly key: K
  readonly resolve: (found: T | null) => void
  readonly reject: (reason: unknown) => void
}

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
  let waiting: Waiting<K, T>[] = []
  let running = false

  const run = async () => {
    running = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      try {
        const found = await find(batch.map(({ key }) => key))
        const byId = new Map(found.map((each) => [idOf(keyOf(each)), each]))
        for (const { key, resolve } of batch) resolve(byId.get(idOf(key)) ?? null)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = false
  }
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!running) void run()
    })
}
