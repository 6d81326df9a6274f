import { LRUCache } from 'lru-cache'
import { lazyCapacity } from './lazy-capacity.ts'

interface LookUpCache<T> {
  /** Returns the cached value of `key`. */
  kept(key: string): T | undefined
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
  isAbout: (answer: T, id: string) => boolean,
): LookUpCache<T> {
  const kept = new LRUCache<string, T>({ ...lazyCapacity(max), ttl: ms })
  const running = new Map<string, Promise<T | null>>()
  let forgotten = 0

  async function lookUp(key: string, find: () => Promise<T | null>): Promise<T | null> {
    const before = forgotten
    const answer = await find()
    // A lookup that started before an invalidation may have read stale data: it is returned to its callers but not
    // cached.
    if (answer !== null && before === forgotten) kept.set(key, answer)
    return answer
  }

  return {
    kept: (key) => kept.get(key),
    async get(key, find) {
      const answer = kept.get(key)
      if (answer !== undefined) return answer
      const shared = running.get(key)
      if (shared) return shared
      const mine = lookUp(key, find)
      running.set(key, mine)
      try {
        return await mine
      } finally {
        if (running.get(key) === mine) running.delete(key)
      }
    },
    forget(id) {
      forgotten += 1
      running.clear()
      for (const [key, answer] of kept.entries()) if (isAbout(answer, id)) kept.delete(key)
    },
    forgetAll() {
      forgotten += 1
      running.clear()
      kept.clear()
    },
  }
}
