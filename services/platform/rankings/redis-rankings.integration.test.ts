import { describe, vi } from 'vitest'
import { isRedisAvailable, redisForTests } from '../../../scripts/services.ts'
import { inProcessPush } from '../push/in-process.ts'
import { rankingsContract } from './contract-suite.ts'
import { mirrorBoards } from './mirror-boards.ts'
import { redisRankings } from './redis-rankings.ts'

const log = { info: () => {}, warn: console.error, error: console.error }

describe.skipIf(!(await isRedisAvailable()))('Redis', () => {
  rankingsContract('Redis', async ({ database, generation, versionOf }) => {
    const { url, prefix, stop } = await redisForTests()
    const push = inProcessPush(prefix)
    const follower = await mirrorBoards({ database, push, url, prefix, log })
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
})
