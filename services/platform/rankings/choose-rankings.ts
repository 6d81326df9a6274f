import type { Registry } from 'prom-client'
import type { RedisSettings } from '../engine.ts'
import type { Log } from '../log/log.ts'
import { instruments } from '../metrics/instruments.ts'
import { postgresRankings } from './postgres-rankings.ts'
import type { Rankings } from './rankings.ts'
import type { ReadReason } from './redis-rankings.ts'

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

export function countBoardReads(registry: Registry): (by: 'Redis' | 'Postgres', why: ReadReason) => void {
  const reads = instruments(registry).counter(
    'board_reads_total',
    'Pages, ranks and neighbours that were not kept: answered by Redis, or by Postgres and why',
    'by',
    'why',
  )
  return (by, why) => reads.inc({ by, why })
}
