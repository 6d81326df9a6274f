import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimit } from './rate-limits.ts'

/** One rate limit with a counter per key: see Limits. */
export interface Counting {
  take(key: string): number | Promise<number>
  refund(key: string): void
}

export interface Limiter extends Counting {
  /** Adopts a count from elsewhere for the rest of its window. */
  adopt(key: string, count: Count): void
}

/** The count of a key, and the ms until its window ends. */
export interface Count {
  readonly calls: number
  readonly msLeft: number
}

/** A counter from which leases are taken, usually shared by all processes. */
export interface SharedCount {
  /** Adds this many calls, which may be negative; returns null if the counter is unavailable. */
  count(key: string, calls: number): Promise<Count | null>
  refund(key: string): void
}

/** A limiter in the memory of this process. */
export function limiterInMemory(name: string, { calls, seconds }: RateLimit): Limiter & SharedCount {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: calls, duration: seconds })
  return {
    async take(key) {
      const { calls: taken, msLeft } = await countOf(limiter.consume(key))
      return taken > calls ? secondsOf(msLeft) : 0
    },
    count: (key, several) => countOf(limiter.consume(key, several)),
    refund(key) {
      void limiter.reward(key)
    },
    adopt(key, { calls: taken, msLeft }) {
      void limiter.set(key, taken, secondsOf(msLeft))
    },
  }
}

/** Returns the count of a limiter, whether it allows the call or not. */
export async function countOf(consumed: Promise<RateLimiterRes>): Promise<Count> {
  const { consumedPoints, msBeforeNext } = await consumed.catch((rejected: unknown) => {
    if (rejected instanceof RateLimiterRes) return rejected
    throw rejected
  })
  return { calls: consumedPoints, msLeft: msBeforeNext }
}

/**
 * Rounds up to whole seconds, at least one. Less than a microsecond is floating-point error: at + 1000 - at is not
 * always 1000.
 */
export function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(Math.round(ms * 1000) / 1_000_000))
}
