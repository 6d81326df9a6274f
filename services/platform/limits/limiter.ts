import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimit } from './rate-limits.ts'

/** One limit, counted by key: see Limits. */
export interface Counting {
  take(key: string): number | Promise<number>
  giveBack(key: string): void
}

export interface Limiter extends Counting {
  /** Takes over what was counted elsewhere, for what is left of its time. */
  adopt(key: string, count: Count): void
}

/** What is counted of a key, and in how many ms it begins again. */
export interface Count {
  readonly calls: number
  readonly msLeft: number
}

/** A count from which pieces are taken, as a rule one that all processes share. */
export interface SharedCount {
  /** Counts this many calls, or takes them off when negative; null when nobody can say. */
  count(key: string, calls: number): Promise<Count | null>
  giveBack(key: string): void
}

/** Counts in the memory of this process. */
export function limiterInMemory(name: string, { calls, seconds }: RateLimit): Limiter & SharedCount {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: calls, duration: seconds })
  return {
    async take(key) {
      const { calls: taken, msLeft } = await countOf(limiter.consume(key))
      return taken > calls ? secondsOf(msLeft) : 0
    },
    count: (key, several) => countOf(limiter.consume(key, several)),
    giveBack(key) {
      void limiter.reward(key)
    },
    adopt(key, { calls: taken, msLeft }) {
      void limiter.set(key, taken, secondsOf(msLeft))
    },
  }
}

/** What a limiter has counted, whether it lets the call pass or not. */
export async function countOf(consumed: Promise<RateLimiterRes>): Promise<Count> {
  const { consumedPoints, msBeforeNext } = await consumed.catch((rejected: unknown) => {
    if (rejected instanceof RateLimiterRes) return rejected
    throw rejected
  })
  return { calls: consumedPoints, msLeft: msBeforeNext }
}

/**
 * Whole seconds, at least one. What is below a microsecond comes from the sums of clocks: at + 1000 - at is not always
 * 1000.
 */
export function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(Math.round(ms * 1000) / 1_000_000))
}
