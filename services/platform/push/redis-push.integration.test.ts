import { describe, expect, it, onTestFinished } from 'vitest'
import { isRedisAvailable, ownRedis, redisForTests } from '../../../scripts/services.ts'
import { proxyTo } from '../ledger/testing/proxy.ts'
import { closeRedis, connectRedis } from '../redis/ioredis.ts'
import { hearing, pushContract, switched } from './contract-suite.ts'
import { redisPush } from './redis-push.ts'

const log = { info: () => {}, warn: () => {}, error: console.error }
const prefix = 'test'

describe.skipIf(!(await isRedisAvailable()))('Redis', () => {
  pushContract('by Redis', async () => {
    const { url, prefix, stop } = await redisForTests()
    return { open: (name) => redisPush({ url, prefix: `${prefix}:${name}`, log }), close: stop }
  })

  describe('push while Redis is unavailable', () => {
    const open = async (url: string) => {
      const push = await redisPush({ url, prefix, log })
      onTestFinished(() => push.close())
      return push
    }
    const redisOfOnesOwn = async () => {
      const redis = await ownRedis()
      onTestFinished(() => redis.stop())
      return redis
    }

    it('reports the loss and the reconnection of Redis, and then continues', async () => {
      const redis = await redisOfOnesOwn()
      const push = await open(redis.url)
      const ear = hearing(push)
      await redis.kill()
      await ear.lost()
      await redis.start()
      await ear.lost()
      const heard = ear.next()
      push.publish(switched(1))
      // The publisher may reconnect after the subscriber, and then sends `lost`.
      const lostAgain = ear.lost().then(() => push.publish(switched(1)))
      expect(await Promise.race([heard, lostAgain.then(() => heard)])).toEqual(switched(1))
    })

    it('starts without Redis, and reports possible losses after connecting', async () => {
      const redis = await redisOfOnesOwn()
      await redis.kill()
      const push = await open(redis.url)
      const ear = hearing(push)
      await redis.start()
      await ear.lost()
    })

    it('reports to all processes if one of them could not send', async () => {
      const redis = await redisOfOnesOwn()
      const line = await proxyTo(redis.url)
      onTestFinished(() => line.close())
      const [here, there] = [await open(line.url), await open(redis.url)]
      const ear = hearing(there)
      await line.refuse()
      here.publish(switched(1))
      await line.accept()
      await ear.lost()
      expect(ear.heard).toEqual([])
    })

    it('does not repeat at once what Redis refuses, and reports the loss once it is allowed', async () => {
      const { url } = await redisOfOnesOwn()
      const push = await open(url)
      const ear = hearing(push)
      const admin = connectRedis({ url, log, name: 'admin' })
      onTestFinished(() => closeRedis(admin))
      await new Promise<void>((resolve) => admin.once('ready', resolve))
      await admin.call('ACL', 'SETUSER', 'default', '-publish')
      push.publish(switched(1))
      for (let i = 0; i < 100; i++) await admin.ping()
      const [, refused] = (await admin.info('commandstats')).match(/_publish:.*rejected_calls=(\d+)/) ?? []
      expect(refused).toBe('2')
      await admin.call('ACL', 'SETUSER', 'default', '+publish')
      push.publish(switched(2))
      await ear.lost()
      expect(ear.heard).toEqual([switched(2)])
    })

    it('ignores malformed messages', async () => {
      const { url } = await redisOfOnesOwn()
      const push = await open(url)
      const ear = hearing(push)
      const stranger = connectRedis({ url, log, name: 'stranger' })
      onTestFinished(() => closeRedis(stranger))
      await new Promise<void>((resolve) => stranger.once('ready', resolve))
      await stranger.publish(`${prefix}:notices`, 'no JSON')
      await stranger.publish(`${prefix}:notices`, '{"kind":"folded"}')
      push.publish(switched(1))
      expect(await ear.next()).toEqual(switched(1))
    })
  })
})
