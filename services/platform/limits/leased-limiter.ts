import { LRUCache } from 'lru-cache'
import { lazyCapacity } from '../memory/lazy-capacity.ts'
import { type Counting, type Limiter, type SharedCount, secondsOf } from './limiter.ts'
import type { RateLimit } from './rate-limits.ts'

/** Of how many keys what is left is remembered. */
const maxKeys = 50_000

/** A generous limit is counted in this many pieces, so that hardly a page waits for its count. */
const pieces = 50

/** How many calls are counted at once; at most one: such a limit is counted call by call. */
export function pieceOf({ calls }: RateLimit): number {
  return Math.floor(calls / pieces)
}

/** What a process may still let through of a key, or that it may not; until when. */
interface Lease {
  left: number
  /** There is no more to be had before `until`. */
  readonly last: boolean
  readonly until: number
}

/**
 * Takes calls from a count a piece at a time, and lets them through without asking. All processes together never let
 * through more than the limit; what one has taken and does not use is lost until the count begins again, less than a
 * piece for each process.
 */
export function leasedLimiter(
  { calls }: RateLimit,
  piece: number,
  shared: SharedCount,
  here: Limiter,
): Counting {
  const leases = new LRUCache<string, Lease>(lazyCapacity(maxKeys))
  const asking = new Map<string, Promise<Lease | null>>()

  const ask = async (key: string): Promise<Lease | null> => {
    const count = await shared.count(key, piece)
    if (!count) return null
    const before = count.calls - piece
    const lease = {
      left: Math.max(0, Math.min(piece, calls - before)),
      last: count.calls >= calls,
      until: performance.now() + count.msLeft,
    }
    leases.set(key, lease)
    return lease
  }
  /** Many that come at once take one piece, and another one when it is used up. */
  const askOnce = (key: string): Promise<Lease | null> => {
    const underWay = asking.get(key)
    if (underWay) return underWay
    const asked = ask(key).finally(() => asking.delete(key))
    asking.set(key, asked)
    return asked
  }
  const takeFrom = (lease: Lease | undefined): number | null => {
    if (!lease) return null
    const msLeft = lease.until - performance.now()
    if (msLeft <= 0) return null
    if (lease.left > 0) {
      lease.left -= 1
      return 0
    }
    return lease.last ? secondsOf(msLeft) : null
  }
  const takeNew = async (key: string): Promise<number> => {
    for (;;) {
      const lease = await askOnce(key)
      if (!lease) return here.take(key)
      const taken = takeFrom(lease)
      if (taken !== null) return taken
    }
  }
  return {
    take: (key) => takeFrom(leases.get(key)) ?? takeNew(key),
    giveBack(key) {
      const lease = leases.get(key)
      if (lease) lease.left += 1
    },
  }
}
