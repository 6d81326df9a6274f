import { LRUCache } from 'lru-cache'
import { lazyCapacity } from '../memory/lazy-capacity.ts'
import { type Counting, type Limiter, type SharedCount, secondsOf } from './in-memory-limiter.ts'
import type { RateLimit } from './rate-limits.ts'

/** Maximum number of keys with a cached lease. */
const maxKeys = 50_000

/** A large limit is split into this many leases, so that few requests wait for the shared counter. */
const leasesPerLimit = 50

/** Returns the number of calls per lease; 1 or less means that each call is counted individually. */
export function leaseCallsOf({ calls }: RateLimit): number {
  return Math.floor(calls / leasesPerLimit)
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
  leaseCalls: number,
  shared: SharedCount,
  inMemory: Limiter,
): Counting {
  const leases = new LRUCache<string, Lease>(lazyCapacity(maxKeys))
  const requests = new Map<string, Promise<Lease | null>>()

  const takeLease = async (key: string): Promise<Lease | null> => {
    const count = await shared.count(key, leaseCalls)
    if (!count) return null
    const before = count.calls - leaseCalls
    const lease = {
      left: Math.max(0, Math.min(leaseCalls, calls - before)),
      last: count.calls >= calls,
      until: performance.now() + count.msLeft,
    }
    leases.set(key, lease)
    return lease
  }
  /** Concurrent calls share one lease request, and take another lease when it is used up. */
  const requestLease = (key: string): Promise<Lease | null> => {
    const running = requests.get(key)
    if (running) return running
    const request = takeLease(key).finally(() => requests.delete(key))
    requests.set(key, request)
    return request
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
  const takeFromNewLease = async (key: string): Promise<number> => {
    for (;;) {
      const lease = await requestLease(key)
      if (!lease) return inMemory.take(key)
      const taken = takeFrom(lease)
      if (taken !== null) return taken
    }
  }
  return {
    take: (key) => takeFrom(leases.get(key)) ?? takeFromNewLease(key),
    refund(key) {
      const lease = leases.get(key)
      if (lease) lease.left += 1
    },
  }
}
