import { LRUCache } from 'lru-cache'
import { lazyCapacity } from './lazy-capacity.ts'

export interface LookUpCache<T> {
  /** What is kept under `key`. */
  kept(key: string): T | undefined
  /**
   * What is kept under `key`, else what `find` finds; what is not found is not kept. Callers at the same moment share
   * one look-up.
   */
  get(key: string, find: () => Promise<T | null>): Promise<T | null>
  /** Drops everything about `id`: what is asked from now on is looked up afresh. */
  forget(id: string): void
  forgetAll(): void
}

/** Keeps up to `max` answers for `ms` milliseconds. `isAbout` tells whether an answer is to be dropped with an id. */
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
    // A look-up that began before something was forgotten may have read what is gone by now: it serves who asked then,
    // and nobody later.
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
