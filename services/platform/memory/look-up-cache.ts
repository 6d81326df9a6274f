import { LRUCache } from 'lru-cache'

interface LookUpCache<T> {
  cached(key: string): T | undefined
  /**
   * Returns the cached value of `key`, or loads it with `find`; misses of `find` are not cached. Concurrent calls share
   * one lookup.
   */
  get(key: string, find: () => Promise<T | null>): Promise<T | null>
  /** Invalidates all entries about `id`, including lookups in flight. */
  forget(id: string): void
  forgetAll(): void
}

/** Caches up to `max` values for `ms`. `isAbout`: whether a value is invalidated with an id. */
export function lookUpCache<T extends object>(
  max: number,
  ms: number,
  isAbout: (value: T, id: string) => boolean,
): LookUpCache<T> {
  const cache = new LRUCache<string, T>({ ...lazyCapacity(max), ttl: ms })
  const running = new Map<string, Promise<T | null>>()
  let invalidations = 0

  async function lookUp(key: string, find: () => Promise<T | null>): Promise<T | null> {
    const before = invalidations
    const value = await find()
    // A lookup that started before an invalidation may have read stale data: it is returned to its callers but not
    // cached.
    if (value !== null && before === invalidations) cache.set(key, value)
    return value
  }

  return {
    cached: (key) => cache.get(key),
    async get(key, find) {
      const value = cache.get(key)
      if (value !== undefined) return value
      const shared = running.get(key)
      if (shared) return shared
      const lookup = lookUp(key, find)
      running.set(key, lookup)
      try {
        return await lookup
      } finally {
        if (running.get(key) === lookup) running.delete(key)
      }
    },
    forget(id) {
      invalidations += 1
      running.clear()
      for (const [key, value] of cache.entries()) if (isAbout(value, id)) cache.delete(key)
    },
    forgetAll() {
      invalidations += 1
      running.clear()
      cache.clear()
    },
  }
}

/**
 * Options of an LRUCache of up to `max` entries that allocates memory on demand. The `max` option of LRUCache would
 * allocate for all entries up front.
 */
export function lazyCapacity(max: number) {
  return { maxSize: max, sizeCalculation: () => 1 }
}
