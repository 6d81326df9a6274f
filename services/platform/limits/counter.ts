import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimit } from './rate-limits.ts'

/** The count of a key, and the ms until its window ends. */
interface Count {
  readonly calls: number
  readonly msLeft: number
}

/** Counts by key, in fixed windows. */
export interface Counter {
  /** Adds an amount, which may be negative. */
  count(key: string, amount: number): Promise<Count>
}

interface MemoryCounter extends Counter {
  /** Adopts a count from elsewhere for the rest of its window. */
  adopt(key: string, count: Count): void
}

/** A counter in the memory of this process. */
export function counterInMemory(name: string, { calls, seconds }: RateLimit): MemoryCounter {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: calls, duration: seconds })
  return {
    count: (key, amount) => countOf(limiter.consume(key, amount)),
    adopt(key, { calls: taken, msLeft }) {
      void limiter.set(key, taken, secondsOf(msLeft))
    },
  }
}

/** Whether it allows the call or not. */
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
