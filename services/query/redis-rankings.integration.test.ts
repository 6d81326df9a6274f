import { boardKeys, requestedKey } from '@stepledger/projections/boards/redis-layout.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isRedisAvailable, redisForTests } from '../../scripts/services.ts'
import { inProcessPush } from '../platform/push/in-process.ts'
import { closeRedis, connectRedis, redisAnswers } from '../platform/redis/ioredis.ts'
import { connectReader } from '../platform/redis/redis-reader.ts'
import { mirrorBoards } from '../projector/boards-in-redis.ts'
import { rankingsContract } from './rankings-contract-suite.ts'
import { readBoard, redisRankings } from './redis-rankings.ts'

const log = { info: () => {}, warn: console.error, error: console.error }

describe.skipIf(!(await isRedisAvailable()))('Redis', () => {
  rankingsContract('Redis', async ({ database, generation, versionOf }) => {
    const { url, prefix, stop } = await redisForTests()
    const push = inProcessPush(prefix)
    const follower = await mirrorBoards({ database, push, redis: { url, prefix } }, log)
    let answeredBy = ''
    const rankings = redisRankings({
      url,
      log,
      onRead: (by) => {
        answeredBy = by
      },
    })
    await rankings.ready()
    return {
      async read(query) {
        if (versionOf(query.chart) === 0) return rankings.read(generation, query)
        return vi.waitUntil(
          async () => {
            const answer = await rankings.read(generation, query)
            return answeredBy === 'Redis' && answer
          },
          { timeout: 10_000, interval: 10 },
        )
      },
      async close() {
        await rankings.close()
        await follower.stop()
        await push.close()
        await stop()
      },
    }
  })

  it('requests the fill of a board that is missing or incomplete, not of one that is behind', async () => {
    const { url, prefix, stop } = await redisForTests()
    onTestFinished(stop)
    const redis = connectRedis({ url, log, name: 'test' })
    onTestFinished(() => closeRedis(redis))
    const reader = connectReader({ url, log, name: 'test' })
    onTestFinished(() => reader.close())
    await Promise.all([redisAnswers(redis, 2_000), reader.ready(2_000)])
    const [missing, incomplete, behind] = ['00000000000000aa', '00000000000000bb', '00000000000000cc']
    const keysOf = (chart: string) => boardKeys(prefix, chart, [0])
    for (const [chart, players] of [
      [incomplete, 2],
      [behind, 1],
    ] as const) {
      const [about = '', keys = '', rows = ''] = keysOf(chart)
      await redis.hset(about, { version: 1, players })
      await redis.zadd(keys, 9_000, 'a player')
      await redis.hset(rows, 'a player', '1 1 S')
    }

    for (const chart of [missing, incomplete, behind]) {
      const args = [chart, '2', '0', '25', '0', '']
      expect(await reader.run(readBoard, [...keysOf(chart), requestedKey(prefix)], args)).toBeNull()
    }
    expect((await redis.smembers(requestedKey(prefix))).toSorted()).toEqual([missing, incomplete])
  })
})
