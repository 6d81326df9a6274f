import { RateLimiterRedis } from 'rate-limiter-flexible'
import type { Log } from '../log/log.ts'
import { closeRedis, connectRedis, type Redis, redisAnswers } from '../redis/ioredis.ts'
import { type Counter, counterInMemory, countOf } from './counter.ts'
import { type Limits, limitsOf } from './limits.ts'
import type { RateLimit, RateLimits } from './rate-limits.ts'
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
  const counterOf = (name: string, rateLimit: RateLimit): Counter => {
    const limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `${prefix}:limit:${name}`,
      points: rateLimit.calls,
      duration: rateLimit.seconds,
      rejectIfRedisNotReady: true,
    })
    const inMemory = counterInMemory(name, rateLimit)
    return {
      async count(key, amount) {
        const count = await inRedis(() => countOf(limiter.consume(key, amount)))
        if (count) inMemory.adopt(key, count)
        return count ?? inMemory.count(key, amount)
      },
    }
  }
  return {
    ...limitsOf(rateLimits, redisPasswordAttempts({ redis, prefix, rateLimits, inRedis }), counterOf),
    async ready() {
      await redisAnswers(redis, 2_000)
    },
    close: () => closeRedis(redis),
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
