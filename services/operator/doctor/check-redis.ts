import { type Finding, wrong } from './finding.ts'

const timeoutMs = 2_000

export async function checkRedis(url: string): Promise<Finding[]> {
  const { closeRedis, connectRedis, redisAnswers } = await import('../../platform/redis/ioredis.ts')
  const reasons: string[] = []
  const note = (line: string) => void reasons.push(line)
  const redis = connectRedis({ url, name: 'doctor', log: { info: () => {}, warn: note, error: note } })
  const answers = await redisAnswers(redis, timeoutMs)
  if (answers) {
    await closeRedis(redis)
    return []
  }
  redis.disconnect()
  const reason = reasons[0] === undefined ? 'no answer' : reasons[0].replace(/^.* is lost: /, '')
  return wrong(
    'redis',
    `Redis at ${new URL(url).host} does not answer (${reason}): boards are read from Postgres, changes appear a second later, and rate limits count per process.`,
    'Check REDIS_URL and start Redis. Servers reconnect by themselves; nothing is lost.',
  )
}
