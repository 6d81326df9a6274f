import { RateLimiterRedis } from 'rate-limiter-flexible'
import type { Log } from '../log/log.ts'
import { closeRedis, connectRedis, type Redis, redisAnswers } from '../redis/ioredis.ts'
import { type Counter, counterInMemory, countOf, secondsOf } from './counter.ts'
import { type Limits, limitsOf } from './limits.ts'
import {
  countedFor,
  type PasswordAttempt,
  type PasswordAttemptLimits,
  type PasswordAttempts,
  passwordAttemptsInMemory,
} from './password-attempts.ts'
import type { RateLimit, RateLimits } from './rate-limits.ts'

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

/**
 * `passwordAttemptsInMemory` as an atomic script, by the clock of Redis. KEYS: the pair, the account. Returns the ms to
 * wait.
 */
const begin = `
local known = ARGV[1] == 'known'
local function pause(tries, calls, most)
  if tries < calls then return 0 end
  return math.min(most, 1000 * 2 ^ (tries - calls))
end
local function ownPause(tries) return pause(tries, tonumber(ARGV[2]), tonumber(ARGV[3])) end
local function sharedPause(tries)
  if known then return 0 end
  return pause(tries, tonumber(ARGV[5]), tonumber(ARGV[6]))
end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local ofAll = tonumber(redis.call('GET', KEYS[2]) or '0')
local pair = redis.call('HMGET', KEYS[1], 'tries', 'next')
local tries = tonumber(pair[1] or '0')
local next = tonumber(pair[2] or now + sharedPause(ofAll))
local wait = math.max(0, next - now)
if wait == 0 then
  tries = tries + 1
  next = now + math.max(ownPause(tries), sharedPause(ofAll + 1))
  if not known then redis.call('SET', KEYS[2], ofAll + 1, 'PX', ARGV[7]) end
end
redis.call('HSET', KEYS[1], 'tries', tries, 'next', string.format('%.0f', next))
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return wait`

const succeed = `
redis.call('DEL', KEYS[1])
if ARGV[1] ~= 'known' and tonumber(redis.call('GET', KEYS[2]) or '0') > 0 then redis.call('DECR', KEYS[2]) end`

interface RedisPasswordAttemptsOptions {
  readonly redis: Redis
  /** Prefix of all names in Redis. */
  readonly prefix: string
  readonly rateLimits: PasswordAttemptLimits
  /** Runs a command; returns null if Redis is unavailable. */
  readonly inRedis: <T>(command: () => Promise<T>) => Promise<T | null>
}

/**
 * Counts shared by all processes through Redis. Fallback while Redis is unavailable: each process counts in memory,
 * starting from the attempts that it has allowed.
 */
function redisPasswordAttempts({
  redis,
  prefix,
  rateLimits,
  inRedis,
}: RedisPasswordAttemptsOptions): PasswordAttempts {
  const inMemory = passwordAttemptsInMemory(rateLimits)
  const { password, account } = rateLimits
  const delays = [password, account].flatMap((rateLimit) => [
    rateLimit.calls,
    rateLimit.seconds * 1000,
    countedFor(rateLimit),
  ])
  const run = (script: string, attempt: PasswordAttempt) => {
    const keys = [
      `${prefix}:tries:by:${attempt.by} ${attempt.account}`,
      `${prefix}:tries:of:${attempt.account}`,
    ]
    const who = attempt.known ? 'known' : 'stranger'
    return inRedis(async () => Number(await redis.eval(script, keys.length, ...keys, who, ...delays)))
  }
  return {
    async begin(attempt) {
      const wait = await run(begin, attempt)
      if (wait === null) return inMemory.begin(attempt)
      if (wait > 0) return secondsOf(wait)
      await inMemory.begin(attempt)
      return 0
    },
    async succeed(attempt) {
      await inMemory.succeed(attempt)
      await run(succeed, attempt)
    },
  }
}
