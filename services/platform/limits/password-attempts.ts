import { LRUCache } from 'lru-cache'
import { lazyCapacity } from '../memory/look-up-cache.ts'
import { secondsOf } from './counter.ts'
import type { DelayedName, RateLimit, RateLimits } from './rate-limits.ts'

export interface PasswordAttempt {
  /** The account name, existing or not. */
  readonly account: string
  /** The client address or device, without spaces. */
  readonly by: string
  /** Whether this device was signed in to the account before: attempts of others then do not delay it. */
  readonly known: boolean
}

/**
 * Slows down password guessing without locking out anyone: counts wrong attempts per account and address, and per
 * account for all unknown devices. After the free attempts the delays increase, but per address, so that others can
 * extend them at most to the limit of `account`.
 */
export interface PasswordAttempts {
  /**
   * Counts an attempt before the password is checked. Returns 0 if it may proceed; else the seconds to wait, and the
   * attempt is not counted.
   */
  begin(attempt: PasswordAttempt): number | Promise<number>
  /** The password was right: resets the count. */
  succeed(attempt: PasswordAttempt): Promise<void>
}

export type PasswordAttemptLimits = Readonly<Pick<RateLimits, DelayedName>>

/** ms. */
function pauseAfter(tries: number, { calls, seconds }: RateLimit): number {
  return tries < calls ? 0 : Math.min(seconds * 1000, 1000 * 2 ** (tries - calls))
}

const hourMs = 3_600_000

/** How long attempts are remembered after the last one, ms. */
export function countedFor({ seconds }: RateLimit): number {
  return Math.max(hourMs, 2 * 1000 * seconds)
}

/** Maximum numbers of tracked addresses and devices, and of accounts. */
const maxKeys = 100_000

/** Counts in the memory of this process. `now`: monotonic clock, ms. */
export function passwordAttemptsInMemory(
  rateLimits: PasswordAttemptLimits,
  now: () => number = () => performance.now(),
): PasswordAttempts {
  const cacheOptions = (rateLimit: RateLimit) => ({
    ...lazyCapacity(maxKeys),
    ttl: countedFor(rateLimit),
    perf: { now },
  })
  const byPair = new LRUCache<string, { tries: number; next: number }>(cacheOptions(rateLimits.password))
  const byAccount = new LRUCache<string, number>(cacheOptions(rateLimits.account))
  return {
    begin({ account, by, known }) {
      const at = now()
      const key = `${by} ${account}`
      const ofAll = byAccount.get(account) ?? 0
      const pair = byPair.get(key) ?? {
        tries: 0,
        next: known ? at : at + pauseAfter(ofAll, rateLimits.account),
      }
      if (pair.next > at) {
        byPair.set(key, pair)
        return secondsOf(pair.next - at)
      }
      const tries = pair.tries + 1
      const ownPause = pauseAfter(tries, rateLimits.password)
      const pause = known ? ownPause : Math.max(ownPause, pauseAfter(ofAll + 1, rateLimits.account))
      byPair.set(key, { tries, next: at + pause })
      if (!known) byAccount.set(account, ofAll + 1)
      return 0
    },
    async succeed({ account, by, known }) {
      byPair.delete(`${by} ${account}`)
      const ofAll = byAccount.get(account) ?? 0
      if (!known && ofAll > 0) byAccount.set(account, ofAll - 1)
    },
  }
}
