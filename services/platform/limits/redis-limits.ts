import { RateLimiterRedis } from 'rate-limiter-flexible'
import type { Log } from '../log/log.ts'
import { closeRedis, connectRedis, type Redis, redisAnswers } from '../redis/ioredis.ts'
import { leasedLimiter, pieceOf } from './leased-limiter.ts'
import {
  type Counting,
  countOf,
  type Limiter,
  limiterInMemory,
  type SharedCount,
  secondsOf,
} from './limiter.ts'
import { type Limits, limitsOf, quotasOf } from './limits.ts'
import { quotaOf } from './quota.ts'
import { day, type LimitName, type RateLimit, type RateLimits } from './rate-limits.ts'
import { redisPasswordAttempts } from './redis-password-attempts.ts'

export interface RedisLimitsOptions {
  readonly url: string
  /** Prefix of all names in Redis. */
  readonly prefix: string
  readonly figures: RateLimits
  readonly log: Log
}

export interface RedisLimits extends Limits {
  /** Resolves once Redis responds, or after 2 s. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** Timeout of a count in Redis, and cool-down after a failure, ms. */
const patience = 250
const restMs = 1_000

/**
 * Limits shared by all processes through Redis. Fallback while Redis is unavailable: each process counts in memory,
 * starting from the last count of Redis. No request is rejected because of the outage, and each process still enforces
 * its limits.
 */
export function redisLimits({ url, prefix, figures, log }: RedisLimitsOptions): RedisLimits {
  const redis = connectRedis({ url, log, name: 'limits', patience })
  const countIn = countIfThere(redis)
  /** A counter in Redis with its in-memory fallback. */
  const countersOf = (name: string, figure: RateLimit) => {
    const limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `${prefix}:limit:${name}`,
      points: figure.calls,
      duration: figure.seconds,
      rejectIfRedisNotReady: true,
    })
    const here = limiterInMemory(name, figure)
    const shared: SharedCount = {
      async count(key, piece) {
        const count = await countIn(() => countOf(limiter.consume(key, piece)))
        if (count) here.adopt(key, count)
        return count
      },
      giveBack(key) {
        here.giveBack(key)
        void countIn(() => limiter.reward(key))
      },
    }
    return { here, shared }
  }
  const limiterOf = (name: LimitName): Counting => {
    const { here, shared } = countersOf(name, figures[name])
    const piece = pieceOf(figures[name])
    return piece > 1
      ? leasedLimiter(figures[name], piece, shared, here)
      : countedOneByOne(figures[name], shared, here)
  }
  const quota = (name: string, most: number) => {
    const bytes = countersOf(name, { calls: most, seconds: day })
    return quotaOf(
      most,
      async (key, amount) => (await bytes.shared.count(key, amount)) ?? bytes.here.count(key, amount),
    )
  }
  const tries = redisPasswordAttempts({ redis, prefix, figures, ifThere: countIn })
  return {
    ...limitsOf({ tries, ...quotasOf(figures, quota) }, limiterOf),
    async ready() {
      await redisAnswers(redis, 2_000)
    },
    close: () => closeRedis(redis),
  }
}

function countedOneByOne({ calls }: RateLimit, shared: SharedCount, here: Limiter): Counting {
  return {
    async take(key) {
      const count = await shared.count(key, 1)
      if (!count) return here.take(key)
      return count.calls > calls ? secondsOf(count.msLeft) : 0
    },
    giveBack: shared.giveBack,
  }
}

/** Counts in Redis; returns null if it is unavailable or has just failed. */
function countIfThere(redis: Redis) {
  let restUntil = 0
  return async <T>(ask: () => Promise<T>): Promise<T | null> => {
    if (redis.status !== 'ready' || performance.now() < restUntil) return null
    try {
      return await ask()
    } catch {
      restUntil = performance.now() + restMs
      return null
    }
  }
}
