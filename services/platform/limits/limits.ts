import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { type Figures, type LimitName, limitNames } from './figures.ts'

/** Counts calls. An adapter stands behind it: this process' memory, later one that all processes share. */
export interface Limits {
  /** Counts one call. 0: it may go on; else the whole seconds after which the next one may. */
  take(limit: LimitName, key: string): number | Promise<number>
  /** Forgets what was counted of `key`. */
  forgive(limit: LimitName, key: string): Promise<void>
}

/** Counts in the memory of this process. */
export function limitsInMemory(figures: Figures): Limits {
  const limiters = new Map(
    limitNames.map((name) => {
      const { calls, seconds } = figures[name]
      return [name, new RateLimiterMemory({ keyPrefix: name, points: calls, duration: seconds })]
    }),
  )
  return {
    async take(limit, key) {
      try {
        await limiters.get(limit)?.consume(key)
        return 0
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected
        return Math.max(1, Math.ceil(rejected.msBeforeNext / 1000))
      }
    },
    async forgive(limit, key) {
      await limiters.get(limit)?.delete(key)
    },
  }
}

/** Counts nothing: for load tests. */
export const noLimits: Limits = { take: () => 0, forgive: async () => {} }
