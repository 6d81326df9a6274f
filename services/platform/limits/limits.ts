import { day, type Figures, type LimitName, limitNames } from './figures.ts'
import { leasedLimiter, pieceOf } from './leased-limiter.ts'
import { type Limiter, limiterInMemory } from './limiter.ts'
import { noQuota, type Quota, quotaOf } from './quota.ts'

/** Counts calls. An adapter stands behind it: this process' memory, or Redis, where all processes count together. */
export interface Limits {
  /** Counts one call. 0: it may go on; else the whole seconds after which the next one may. */
  take(limit: LimitName, key: string): number | Promise<number>
  /** Forgets what was counted of `key`. */
  forgive(limit: LimitName, key: string): Promise<void>
  /** What the plays of a player may take within a day, bytes. */
  readonly playBytes: Quota
}

/** Counts in the memory of this process. */
export function limitsInMemory(figures: Figures): Limits {
  const bytes = limiterInMemory('play-bytes', { calls: figures.playBytesPerDay, seconds: day })
  const playBytes = quotaOf(figures.playBytesPerDay, bytes.count)
  return limitsOf(playBytes, (name) => {
    const figure = figures[name]
    const inMemory = limiterInMemory(name, figure)
    const piece = pieceOf(figure)
    return piece > 1 ? leasedLimiter(figure, piece, inMemory, inMemory) : inMemory
  })
}

/** Limits that are counted one by one. */
export function limitsOf(
  playBytes: Quota,
  limiterOf: (name: LimitName) => Pick<Limiter, 'take' | 'forgive'>,
): Limits {
  const limiters = new Map(limitNames.map((name) => [name, limiterOf(name)]))
  return {
    take: (limit, key) => limiters.get(limit)?.take(key) ?? 0,
    async forgive(limit, key) {
      await limiters.get(limit)?.forgive(key)
    },
    playBytes,
  }
}

/** Counts nothing: for load tests. */
export const noLimits: Limits = { take: () => 0, forgive: async () => {}, playBytes: noQuota }
