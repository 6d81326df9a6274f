import { Registry } from 'prom-client'
import { z } from 'zod'
import type { Database } from '../platform/database/database.ts'
import { instruments } from '../platform/metrics/instruments.ts'
import type { MetricsSource } from '../platform/metrics/serve-metrics.ts'
import { readRuns } from './generations/operator-runs.ts'

/**
 * Gauges of what an operator keeps up: the last backup and verification, and how long a build has been running. Every
 * process reads them from the database, so aggregate them over processes with max.
 */
export function upkeepGauges({ pool }: Pick<Database, 'pool'>): MetricsSource {
  const registry = new Registry()
  const { gauge } = instruments(registry)
  const backup = gauge(
    'last_backup_timestamp_seconds',
    'When the last backup succeeded, seconds since 1970; 0 for never',
  )
  const verified = gauge(
    'last_verify_timestamp_seconds',
    'When ledger verify last found no difference, seconds since 1970; 0 for never',
  )
  const differs = gauge('last_verify_failed', '1 when the last ledger verify found differences')
  const building = gauge(
    'build_age_seconds',
    'Time since the build of the next generation was requested, 0 without one',
  )
  return async () => {
    const runs = await readRuns(pool)
    backup.set(seconds(runs.backup.succeededAt))
    verified.set(seconds(runs.verify.succeededAt))
    differs.set(seconds(runs.verify.failedAt) > seconds(runs.verify.succeededAt) ? 1 : 0)
    building.set(await readBuildAge(pool))
    return registry.metrics()
  }
}

const seconds = (at: Date | null) => (at?.getTime() ?? 0) / 1000

const rows = z.tuple([z.object({ age: z.number() })])

async function readBuildAge(pool: Database['pool']): Promise<number> {
  const answer = await pool.query(
    'select coalesce(max(extract(epoch from now() - asked_at)), 0)::double precision as age from projector.next',
  )
  return Math.max(0, rows.parse(answer.rows)[0].age)
}
