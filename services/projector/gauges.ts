import { codeVersion } from '@stepledger/projections/code-version.ts'
import { Registry } from 'prom-client'
import { z } from 'zod'
import { singleFlight } from '../platform/async/single-flight.ts'
import { withDeadline } from '../platform/async/with-deadline.ts'
import type { Database } from '../platform/database/database.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import { instruments } from '../platform/metrics/instruments.ts'
import type { MetricsSource } from '../platform/metrics/serve-metrics.ts'
import { type FoldingState, readFoldingState } from './generations/folding-state.ts'
import { readRuns } from './generations/operator-runs.ts'
import { lagSeconds } from './generations/read-lags.ts'

/** Timeout of the ledger, ms: shorter than that of a source of metrics, so that the gauges of the database are there. */
const endsTimeoutMs = 800
const ageTimeoutMs = 300

/**
 * Gauges of the folding state, as in `ledger status`. Without an answer of the ledger, `ledger_events`, `lag_events` and
 * `lag_seconds` are absent. Every process reads them from the database on each scrape, even when no projector runs, so
 * aggregate them over processes with max, never with sum. `now`: ms since 1970.
 */
export function foldingGauges(
  database: Database,
  ledger: Ledger,
  now: () => number = Date.now,
): MetricsSource {
  const registry = new Registry()
  const readEnds = singleFlight(endsTimeoutMs, () => ledger.ends('events'), 'the ledger')
  const { gauge } = instruments(registry)
  const events = gauge('ledger_events', 'Events in the ledger', 'partition')
  const folded = gauge('folded_events', 'Events that the live generation has folded', 'partition')
  const lag = gauge('lag_events', 'Events that the live generation has not folded yet', 'partition')
  const seconds = gauge(
    'lag_seconds',
    'Age of the first event that the live generation has not folded',
    'partition',
  )
  const parked = gauge('parked_events', 'Events that the live generation has parked')
  const live = gauge('live_generation', 'The live generation, 0 for none')
  const liveCode = gauge('live_code_version', 'Code version that folded the live generation')
  const liveRules = gauge('live_rules_offset', 'Ledger offset of the rules of the live generation')
  const ownCode = gauge('code_version', 'Code version of this process')
  const kept = gauge('kept_generations', 'Earlier generations that are not pruned')
  const building = gauge('build_generation', 'The generation being built, 0 for none')
  const built = gauge('build_folded_events', 'Events that the generation being built has folded')
  const buildParked = gauge('build_parked_events', 'Events that the generation being built has parked')
  const stopped = gauge('build_stopped', '1 when the build stopped')

  /** Rejects if the ledger does not answer in time. Without a lag it is not read. */
  async function readAges({ partitions }: FoldingState): Promise<number[]> {
    const checkpoint = partitions.map(({ folded }) => folded)
    const ends = partitions.flatMap((partition) => partition.events ?? [])
    if (ends.length < checkpoint.length) return []
    const ages = lagSeconds((position) => ledger.at('events', position), { checkpoint, ends }, now())
    return withDeadline(ageTimeoutMs, ages, 'the ledger')
  }

  function show(state: FoldingState, ages: readonly number[]): void {
    events.reset()
    lag.reset()
    seconds.reset()
    for (const [partition, age] of ages.entries()) seconds.set({ partition }, age)
    for (const { partition, ...counts } of state.partitions) {
      folded.set({ partition }, counts.folded)
      if (counts.events !== null) events.set({ partition }, counts.events)
      if (counts.lag !== null) lag.set({ partition }, counts.lag)
    }
    parked.set(state.parked)
    live.set(state.live?.id ?? 0)
    liveCode.set(state.live?.codeVersion ?? 0)
    liveRules.set(state.live?.rulesOffset ?? 0)
    kept.set(state.kept.length)
    building.set(state.next?.generation.id ?? 0)
    built.set(state.next?.folded ?? 0)
    buildParked.set(state.next?.parked ?? 0)
    stopped.set(state.next && state.next.generation.stopped !== null ? 1 : 0)
  }
  ownCode.set(codeVersion)
  return async () => {
    const state = await readFoldingState(database, () => readEnds().catch(() => null))
    show(state, await readAges(state).catch(() => []))
    return registry.metrics()
  }
}

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
