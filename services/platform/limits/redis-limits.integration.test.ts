import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isRedisAvailable, ownRedis, redisForTests } from '../../../scripts/services.ts'
import { limitsContract, passing, rateLimitsInTests as rateLimits } from './contract-suite.ts'
import { redisLimits } from './redis-limits.ts'

/** Timeout for both clients to reconnect to Redis. */
const soon = { timeout: 15_000 }
const log = { info: () => {}, warn: () => {}, error: console.error }

describe.skipIf(!(await isRedisAvailable()))('Redis', () => {
  limitsContract('in Redis', async (rateLimits) => {
    const { url, prefix, stop } = await redisForTests()
    const open = () => counting(url, prefix, rateLimits)
    const [here, there] = [await open(), await open()]
    return {
      here,
      there,
      async close() {
        await Promise.all([here.close(), there.close()])
        await stop()
      },
    }
  })

  describe('limits while Redis is unavailable', () => {
    const prepare = async () => {
      const redis = await ownRedis()
      onTestFinished(() => redis.stop())
      const limits = await counting(redis.url, 'test', rateLimits)
      onTestFinished(() => limits.close())
      return { redis, limits }
    }

    it('continue counting in the process from the last counts of Redis', async () => {
      const { redis, limits } = await prepare()
      expect(await passing(6, () => limits.take('register', 'guessed'))).toBe(6)
      await redis.kill()
      expect(await passing(50, () => limits.take('register', 'guessed'))).toBe(4)
      expect(await passing(50, () => limits.take('register', 'another'))).toBe(10)
    })

    it('continue to delay password guessing', async () => {
      const { redis, limits } = await prepare()
      const guess = { account: 'guessed@x', by: 'a', known: false }
      expect([
        await limits.passwordAttempts.begin(guess),
        await limits.passwordAttempts.begin(guess),
      ]).toEqual([0, 0])
      await redis.kill()
      expect(await limits.passwordAttempts.begin(guess)).toBe(1)
    })

    it('continue to count bytes', async () => {
      const { redis, limits } = await prepare()
      expect(await limits.playBytes.take('ann', 600)).toBe(0)
      await redis.kill()
      expect(await limits.playBytes.take('ann', 500)).toBeGreaterThan(0)
      expect(await limits.playBytes.take('ann', 400)).toBe(0)
      await limits.playBytes.refund('ann', 400)
      expect(await limits.playBytes.take('ann', 300)).toBe(0)
    })

    it('reject no requests because of it, and use Redis again after its restart', async () => {
      const { redis, limits } = await prepare()
      await redis.kill()
      expect(await passing(500, () => limits.take('read', 'somebody'))).toBe(500)
      await redis.start()
      const other = await counting(redis.url, 'test', rateLimits)
      onTestFinished(() => other.close())
      // What one of them uses up is used up for the other, once both count in Redis.
      let round = 0
      await vi.waitUntil(async () => {
        const key = `round ${round++}`
        await limits.take('login', key)
        return (await other.take('login', key)) > 0
      }, soon)
    })
  })
})

/** Waits until the limits are connected to Redis. */
async function counting(
  url: string,
  prefix: string,
  rateLimits: Parameters<typeof redisLimits>[0]['rateLimits'],
) {
  const limits = redisLimits({ url, prefix, rateLimits, log })
  await limits.ready()
  return limits
}
