import { LRUCache } from 'lru-cache'
import { lazyCapacity } from '../memory/lazy-capacity.ts'
import { type Counting, type Limiter, type SharedCount, secondsOf } from './limiter.ts'
import type { RateLimit } from './rate-limits.ts'

/** Maximum number of keys with a cached lease. */
const maxKeys = 50_000

/** A large limit is split into this many leases, so that few requests wait for the shared counter. */
const pieces = 50

/** Returns the number of calls per lease; 1 or less means that each call is counted individually. */
export function pieceOf({ calls }: RateLimit): number {
  return Math.floor(calls / pieces)
}

/** A process' lease for a key: the remaining calls until it expires. */
interface Lease {
  left: number
  /** The limit is exhausted until `until`. */
  readonly last: boolean
  readonly until: number
}

/**
 * Takes leases of several calls from a shared counter, and allows these calls without a round trip. All processes
 * together never exceed the limit. Unused calls of a lease are lost until the window ends: less than one lease per
 * process.
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
  /** Concurrent calls share one lease request, and take another lease when it is used up. */
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
