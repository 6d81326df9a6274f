import { LRUCache } from 'lru-cache'
import { lazyCapacity } from '../memory/lazy-capacity.ts'
import { type Count, secondsOf } from './in-memory-limiter.ts'
import { type Quota, quotaOf } from './quota.ts'

/** Maximum number of keys with a cached lease. */
const maxKeys = 50_000

/** A quota is split into this many leases, so that most plays do not wait for the shared counter. */
const leasesPerQuota = 64

/** A process' lease for a key: the remaining amount until it expires. */
interface Lease {
  readonly left: number
  readonly until: number
}

/**
 * A quota that takes leases from a shared counter, and allows smaller amounts without a round trip. All processes together
 * never exceed it. The unused rest of a lease is lost until the window ends, if its process stops or the player
 * continues on another one: seldom more than one lease.
 */
export function leasedQuota(
  most: number,
  count: (key: string, amount: number) => Promise<Count | null>,
): Quota {
  const leaseAmount = Math.floor(most / leasesPerQuota)
  const leases = new LRUCache<string, Lease>(lazyCapacity(maxKeys))
  const individually = quotaOf(most, count)

  const leaseOf = (key: string): Lease | null => {
    const lease = leases.get(key)
    return lease && lease.until > performance.now() ? lease : null
  }
  /** Adds an amount, which may be negative, to the current lease, if there is one. */
  const change = (key: string, amount: number): boolean => {
    const lease = leaseOf(key)
    if (!lease || lease.left + amount < 0) return false
    leases.set(key, { ...lease, left: lease.left + amount })
    return true
  }
  return {
    async take(key, amount) {
      if (change(key, -amount)) return 0
      if (amount > leaseAmount) return individually.take(key, amount)
      const counted = await count(key, leaseAmount)
      if (!counted) return 0
      const { calls, msLeft } = counted
      const excess = Math.max(0, calls - most)
      if (leaseAmount - excess < amount) {
        await count(key, -leaseAmount)
        return secondsOf(msLeft)
      }
      if (excess > 0) await count(key, -excess)
      const left = (leaseOf(key)?.left ?? 0) + leaseAmount - excess - amount
      leases.set(key, { left, until: performance.now() + msLeft })
      return 0
    },
    async refund(key, amount) {
      if (!change(key, amount)) await individually.refund(key, amount)
    },
  }
}
