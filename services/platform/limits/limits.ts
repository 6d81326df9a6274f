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
  readonly tries: PasswordAttempts
  /** Daily quota of a player for plays, bytes. */
  readonly playBytes: Quota
  /** Daily quota of a player whose email is not verified, bytes. */
  readonly unverifiedBytes: Quota
  /** Daily quota of all players with unverified email behind one address, bytes. */
  readonly addressBytes: Quota
}

/** Limits in the memory of this process. `now`: clock for password attempts, ms. */
export function limitsInMemory(figures: RateLimits, now?: () => number): Limits {
  const quota = (name: string, most: number) =>
    quotaOf(most, limiterInMemory(name, { calls: most, seconds: day }).count)
  return limitsOf({ tries: passwordAttemptsInMemory(figures, now), ...quotasOf(figures, quota) }, (name) => {
    const figure = figures[name]
    const inMemory = limiterInMemory(name, figure)
    const piece = leaseCallsOf(figure)
    return piece > 1 ? leasedLimiter(figure, piece, inMemory, inMemory) : inMemory
  })
}

type Quotas = Pick<Limits, 'playBytes' | 'unverifiedBytes' | 'addressBytes'>

export function quotasOf(figures: RateLimits, quota: (name: string, most: number) => Quota): Quotas {
  return {
    playBytes: quota('play-bytes', figures.playBytesPerDay),
    unverifiedBytes: quota('unverified-bytes', figures.unverifiedBytesPerDay),
    addressBytes: quota('address-bytes', figures.addressBytesPerDay),
  }
}

/** Limits that count each call individually. */
export function limitsOf(
  others: Pick<Limits, 'tries'> & Quotas,
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
  tries: { begin: () => 0, succeed: async () => {} },
  playBytes: noQuota,
  unverifiedBytes: noQuota,
  addressBytes: noQuota,
}
