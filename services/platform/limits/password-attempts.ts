import { LRUCache } from 'lru-cache'
import { lazyCapacity } from '../memory/lazy-capacity.ts'
import { secondsOf } from './limiter.ts'
import type { RateLimit, RateLimits, SlowedName } from './rate-limits.ts'

/** Somebody who tries a password. */
export interface PasswordAttempt {
  /** The account, whether there is one or not. */
  readonly account: string
  /** The address it comes from, or the device. Without spaces. */
  readonly by: string
  /** A device that was signed in to this account before: what others try does not slow it down. */
  readonly known: boolean
}

/**
 * Slows down who guesses, and locks nobody out: each account counts the wrong tries of each address, and those of all
 * strangers together. Who has used up what is free waits longer and longer, but always for a time of his own, which
 * nobody else can use up or lengthen beyond the figure of `account`.
 */
export interface PasswordAttempts {
  /**
   * Counts a try, before it is known to be wrong. 0: it may be made; else the whole seconds after which it may, and it
   * was not counted.
   */
  begin(attempt: PasswordAttempt): number | Promise<number>
  /** It was right: it is no longer counted, and who made it begins again. */
  succeed(attempt: PasswordAttempt): Promise<void>
}

export type PasswordAttemptLimits = Readonly<Pick<RateLimits, SlowedName>>

/** How long who made this many wrong tries must wait for the next one, ms. */
export function pauseAfter(tries: number, { calls, seconds }: RateLimit): number {
  return tries < calls ? 0 : Math.min(seconds * 1000, 1000 * 2 ** (tries - calls))
}

const anHour = 3_600_000

/** For so long after the last one tries are counted, ms. */
export function countedFor({ seconds }: RateLimit): number {
  return Math.max(anHour, 2 * 1000 * seconds)
}

/** Of how many addresses and devices, and of how many accounts, tries are counted. */
const maxKeys = 100_000

/** Counts in the memory of this process. `now`: ms, from whenever. */
export function passwordAttemptsInMemory(
  figures: PasswordAttemptLimits,
  now: () => number = () => performance.now(),
): PasswordAttempts {
  const memory = (figure: RateLimit) => ({ ...lazyCapacity(maxKeys), ttl: countedFor(figure), perf: { now } })
  const byPair = new LRUCache<string, { tries: number; next: number }>(memory(figures.password))
  const byAccount = new LRUCache<string, number>(memory(figures.account))
  return {
    begin({ account, by, known }) {
      const at = now()
      const key = `${by} ${account}`
      const ofAll = byAccount.get(account) ?? 0
      const pair = byPair.get(key) ?? { tries: 0, next: known ? at : at + pauseAfter(ofAll, figures.account) }
      if (pair.next > at) {
        byPair.set(key, pair)
        return secondsOf(pair.next - at)
      }
      const tries = pair.tries + 1
      const ownPause = pauseAfter(tries, figures.password)
      const pause = known ? ownPause : Math.max(ownPause, pauseAfter(ofAll + 1, figures.account))
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
