import { expect, it, onTestFinished } from 'vitest'
import { redisForTests } from '../../../scripts/services.ts'
import { proxyTo } from '../ledger/testing/proxy.ts'
import { silentLog } from '../log/log.ts'
import { closeRedis, connectRedis, redisAnswers } from './ioredis.ts'
import { isRedisOutage } from './redis-outage.ts'

it('a Redis that hangs or is away is an outage, and a wrong command is none', async () => {
  const service = await redisForTests()
  const line = await proxyTo(service.url)
  const log = silentLog
  const redis = connectRedis({ url: line.url, log, name: 'outage', timeoutMs: 300 })
  onTestFinished(async () => {
    await closeRedis(redis)
    await line.close()
    await service.stop()
  })
  expect(await redisAnswers(redis, 10_000)).toBe(true)
  await expect(redis.call('no-command')).rejects.toSatisfy((error) => !isRedisOutage(error))
  // When it hangs
  line.stall()
  await expect(redis.get('key')).rejects.toSatisfy(isRedisOutage)
  // and when the connection is lost
  await line.refuse()
  await expect.poll(() => redis.status).not.toBe('ready')
  await expect(redis.get('key')).rejects.toSatisfy(isRedisOutage)
})
