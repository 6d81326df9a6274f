import { RateLimiterRedis } from 'rate-limiter-flexible'
import type { Log } from '../log/log.ts'
import { closeRedis, connectRedis, type Redis, redisAnswers } from '../redis/ioredis.ts'
import {
  type Counting,
  countOf,
  type Limiter,
  limiterInMemory,
  type SharedCount,
  secondsOf,
} from './in-memory-limiter.ts'
import { leaseCallsOf, leasedLimiter } from './leased-limiter.ts'
import { leasedQuota } from './leased-quota.ts'
import { type Limits, limitsOf, quotasOf } from './limits.ts'
import { day, type LimitName, type RateLimit, type RateLimits } from './rate-limits.ts'
import { redisPasswordAttempts } from './redis-password-attempts.ts'

interface RedisLimitsOptions {
  readonly url: string
  /** Prefix of all names in Redis. */
  readonly prefix: string
  readonly rateLimits: RateLimits
  readonly log: Log
}

interface RedisLimits extends Limits {
  /** Resolves once Redis responds, or after 2 s. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** Timeout of a count in Redis, and cool-down after a failure, ms. */
const commandTimeoutMs = 250
const cooldownMs = 1_000

/**
 * Limits shared by all processes through Redis. Fallback while Redis is unavailable: each process counts in memory,
 * starting from the last count of Redis. No request is rejected because of the outage, and each process still enforces
 * its limits.
 */
export function redisLimits({ url, prefix, rateLimits, log }: RedisLimitsOptions): RedisLimits {
  const redis = connectRedis({ url, log, name: 'limits', timeoutMs: commandTimeoutMs })
  const inRedis = countInRedis(redis)
  /** A counter in Redis with its in-memory fallback. */
  const countersOf = (name: string, rateLimit: RateLimit) => {
    const limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `${prefix}:limit:${name}`,
      points: rateLimit.calls,
      duration: rateLimit.seconds,
      rejectIfRedisNotReady: true,
    })
    const inMemory = limiterInMemory(name, rateLimit)
    const shared: SharedCount = {
      async count(key, leaseCalls) {
        const count = await inRedis(() => countOf(limiter.consume(key, leaseCalls)))
        if (count) inMemory.adopt(key, count)
        return count
      },
      refund(key) {
        inMemory.refund(key)
        void inRedis(() => limiter.reward(key))
      },
    }
    return { inMemory, shared }
  }
  const limiterOf = (name: LimitName): Counting => {
    const { inMemory, shared } = countersOf(name, rateLimits[name])
    const leaseCalls = leaseCallsOf(rateLimits[name])
    return leaseCalls > 1
      ? leasedLimiter(rateLimits[name], leaseCalls, shared, inMemory)
      : countedIndividually(rateLimits[name], shared, inMemory)
  }
  const quota = (name: string, max: number) => {
    const bytes = countersOf(name, { calls: max, seconds: day })
    return leasedQuota(
      max,
      async (key, amount) => (await bytes.shared.count(key, amount)) ?? bytes.inMemory.count(key, amount),
    )
  }
  const passwordAttempts = redisPasswordAttempts({ redis, prefix, rateLimits, inRedis })
  return {
    ...limitsOf({ passwordAttempts, ...quotasOf(rateLimits, quota) }, limiterOf),
    async ready() {
      await redisAnswers(redis, 2_000)
    },
    close: () => closeRedis(redis),
  }
}

function countedIndividually({ calls }: RateLimit, shared: SharedCount, inMemory: Limiter): Counting {
  return {
    async take(key) {
      const count = await shared.count(key, 1)
      if (!count) return inMemory.take(key)
      return count.calls > calls ? secondsOf(count.msLeft) : 0
    },
    refund: shared.refund,
  }
}

/** Counts in Redis; returns null if it is unavailable or has just failed. */
function countInRedis(redis: Redis) {
  let unavailableUntil = 0
  return async <T>(count: () => Promise<T>): Promise<T | null> => {
    if (redis.status !== 'ready' || performance.now() < unavailableUntil) return null
    try {
      return await count()
    } catch {
      unavailableUntil = performance.now() + cooldownMs
      return null
    }
  }
}
