import type { Registry } from 'prom-client'
import type { RedisSettings } from '../engine.ts'
import type { Log } from '../log/log.ts'
import { countBoardReads } from './count-board-reads.ts'
import { postgresRankings } from './postgres-rankings.ts'
import type { Rankings } from './rankings.ts'

/** Reads boards from Redis if configured, else from Postgres. */
export async function chooseRankings(
  redis: RedisSettings | null,
  log: Log,
  registry: Registry,
): Promise<Rankings> {
  if (redis === null) return postgresRankings
  const { redisRankings } = await import('./redis-rankings.ts')
  return redisRankings({ url: redis.url, log, onRead: countBoardReads(registry) })
}
