import { type Counting, limiterInMemory } from './in-memory-limiter.ts'
import { leaseCallsOf, leasedLimiter } from './leased-limiter.ts'
import { type PasswordAttempts, passwordAttemptsInMemory } from './password-attempts.ts'
import { noQuota, type Quota, quotaOf } from './quota.ts'
import { day, type LimitName, limitNames, type RateLimits } from './rate-limits.ts'

/** The port of rate limits. Adapters: in memory per process, or in Redis shared by all processes. */
export interface Limits {
  /** Counts one call. Returns 0 if it may proceed, else the seconds to wait. */
  take(limit: LimitName, key: string): number | Promise<number>
  /** Refunds one call. */
  refund(limit: LimitName, key: string): void
  /** Password attempts, which get increasing delays. */
  readonly passwordAttempts: PasswordAttempts
  /** Daily quota of a player for plays, bytes. */
  readonly playBytes: Quota
  /** Daily quota of a player whose email is not verified, bytes. */
  readonly unverifiedBytes: Quota
  /** Daily quota of all players with unverified email behind one address, bytes. */
  readonly addressBytes: Quota
}

/** Limits in the memory of this process. `now`: clock for password attempts, ms. */
export function limitsInMemory(rateLimits: RateLimits, now?: () => number): Limits {
  const quota = (name: string, most: number) =>
    quotaOf(most, limiterInMemory(name, { calls: most, seconds: day }).count)
  return limitsOf(
    { passwordAttempts: passwordAttemptsInMemory(rateLimits, now), ...quotasOf(rateLimits, quota) },
    (name) => {
      const rateLimit = rateLimits[name]
      const inMemory = limiterInMemory(name, rateLimit)
      const leaseCalls = leaseCallsOf(rateLimit)
      return leaseCalls > 1 ? leasedLimiter(rateLimit, leaseCalls, inMemory, inMemory) : inMemory
    },
  )
}

type Quotas = Pick<Limits, 'playBytes' | 'unverifiedBytes' | 'addressBytes'>

export function quotasOf(rateLimits: RateLimits, quota: (name: string, most: number) => Quota): Quotas {
  return {
    playBytes: quota('play-bytes', rateLimits.playBytesPerDay),
    unverifiedBytes: quota('unverified-bytes', rateLimits.unverifiedBytesPerDay),
    addressBytes: quota('address-bytes', rateLimits.addressBytesPerDay),
  }
}

/** Limits that count each call individually. */
export function limitsOf(
  others: Pick<Limits, 'passwordAttempts'> & Quotas,
  limiterOf: (name: LimitName) => Counting,
): Limits {
  const limiters = new Map(limitNames.map((name) => [name, limiterOf(name)]))
  return {
    ...others,
    take: (limit, key) => limiters.get(limit)?.take(key) ?? 0,
    refund: (limit, key) => limiters.get(limit)?.refund(key),
  }
}

/** No limits: for load tests. */
export const noLimits: Limits = {
  take: () => 0,
  refund: () => {},
  passwordAttempts: { begin: () => 0, succeed: async () => {} },
  playBytes: noQuota,
  unverifiedBytes: noQuota,
  addressBytes: noQuota,
}
