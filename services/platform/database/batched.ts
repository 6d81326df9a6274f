/** A key that waits for its batch. */
interface Waiting<K, T> {
  readonly key: K
  readonly resolve: (found: T | null) => void
  readonly reject: (reason: unknown) => void
}

/** At most this many keys are looked up at once. */
const maxBatch = 1000

/**
 * Looks up one key at a time for callers, many at a time in the database: while a query runs, the keys that arrive are
 * collected for the next one. So a flood of look-ups holds one connection. `find` returns what it found by
 * `keyOf`; every call begins its query after the look-up was asked for.
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
