import { leasedLimiter, pieceOf } from './leased-limiter.ts'
import { type Counting, limiterInMemory } from './limiter.ts'
import { type PasswordAttempts, passwordAttemptsInMemory } from './password-attempts.ts'
import { noQuota, type Quota, quotaOf } from './quota.ts'
import { day, type LimitName, limitNames, type RateLimits } from './rate-limits.ts'

/** Counts calls. An adapter stands behind it: this process' memory, or Redis, where all processes count together. */
export interface Limits {
  /** Counts one call. 0: it may go on; else the whole seconds after which the next one may. */
  take(limit: LimitName, key: string): number | Promise<number>
  /** Takes one call back that turned out not to count. */
  giveBack(limit: LimitName, key: string): void
  /** Tries at passwords, which are slowed down. */
  readonly tries: PasswordAttempts
  /** What the plays of a player may take within a day, bytes. */
  readonly playBytes: Quota
  /** The same of a player whose mail is not verified. */
  readonly unverifiedBytes: Quota
  /** The same of all players behind one address whose mails are not verified. */
  readonly addressBytes: Quota
}

/** Counts in the memory of this process. `now`, ms, says how late it is for tries at passwords. */
export function limitsInMemory(figures: RateLimits, now?: () => number): Limits {
  const quota = (name: string, most: number) =>
    quotaOf(most, limiterInMemory(name, { calls: most, seconds: day }).count)
  return limitsOf({ tries: passwordAttemptsInMemory(figures, now), ...quotasOf(figures, quota) }, (name) => {
    const figure = figures[name]
    const inMemory = limiterInMemory(name, figure)
    const piece = pieceOf(figure)
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

/** Limits that are counted one by one. */
export function limitsOf(
  others: Pick<Limits, 'tries'> & Quotas,
  limiterOf: (name: LimitName) => Counting,
): Limits {
  const limiters = new Map(limitNames.map((name) => [name, limiterOf(name)]))
  return {
    ...others,
    take: (limit, key) => limiters.get(limit)?.take(key) ?? 0,
    giveBack: (limit, key) => limiters.get(limit)?.giveBack(key),
  }
}

/** Counts nothing: for load tests. */
export const noLimits: Limits = {
  take: () => 0,
  giveBack: () => {},
  tries: { begin: () => 0, succeed: async () => {} },
  playBytes: noQuota,
  unverifiedBytes: noQuota,
  addressBytes: noQuota,
}
