import { type Counter, counterInMemory, secondsOf } from './counter.ts'
import { type PasswordAttempts, passwordAttemptsInMemory } from './password-attempts.ts'
import { day, type LimitName, limitNames, type RateLimit, type RateLimits } from './rate-limits.ts'

/** The port of rate limits. Adapters: in memory per process, or in Redis shared by all processes. */
export interface Limits {
  /** Counts one call. Returns 0 if it may proceed, else the seconds to wait. */
  take(limit: LimitName, key: string): Promise<number>
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
  return limitsOf(rateLimits, passwordAttemptsInMemory(rateLimits, now), counterInMemory)
}

export function limitsOf(
  rateLimits: RateLimits,
  passwordAttempts: PasswordAttempts,
  counterOf: (name: string, rateLimit: RateLimit) => Counter,
): Limits {
  const counters = new Map(limitNames.map((name) => [name, counterOf(name, rateLimits[name])]))
  const quota = (name: string, most: number) => quotaOf(most, counterOf(name, { calls: most, seconds: day }))
  return {
    async take(limit, key) {
      const taken = await counters.get(limit)?.count(key, 1)
      return taken && taken.calls > rateLimits[limit].calls ? secondsOf(taken.msLeft) : 0
    },
    refund: (limit, key) => void counters.get(limit)?.count(key, -1),
    passwordAttempts,
    playBytes: quota('play-bytes', rateLimits.playBytesPerDay),
    unverifiedBytes: quota('unverified-bytes', rateLimits.unverifiedBytesPerDay),
    addressBytes: quota('address-bytes', rateLimits.addressBytesPerDay),
  }
}

const noQuota: Quota = { take: async () => 0, refund: async () => {} }

/** No limits: for load tests. */
export const noLimits: Limits = {
  take: async () => 0,
  refund: () => {},
  passwordAttempts: { begin: () => 0, succeed: async () => {} },
  playBytes: noQuota,
  unverifiedBytes: noQuota,
  addressBytes: noQuota,
}

/** A quota per key and time window. */
export interface Quota {
  /**
   * Consumes `amount` of the quota of `key`, all or nothing. Returns 0 on success, else the seconds until the quota
   * resets.
   */
  take(key: string, amount: number): Promise<number>
  /** Refunds an amount whose operation failed. */
  refund(key: string, amount: number): Promise<void>
}

/** A quota of `most` per window of the counter. */
function quotaOf(most: number, { count }: Counter): Quota {
  const refund = async (key: string, amount: number) => {
    await count(key, -amount)
  }
  return {
    async take(key, amount) {
      const { calls, msLeft } = await count(key, amount)
      if (calls <= most) return 0
      await refund(key, amount)
      return secondsOf(msLeft)
    },
    refund,
  }
}
