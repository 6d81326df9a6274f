import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { mailGauges } from './accounts/operations/waiting-mails.ts'
import { publicationGauges } from './analysis/publication-metrics.ts'
import { countRefusedPlays } from './ingest/refusals/record-refusals.ts'
import { followOptionalParts } from './optional-parts.ts'
import type { Config } from './platform/config/config.ts'
import type { DiskSpace } from './platform/disk/disk-space.ts'
import type { Engine } from './platform/engine.ts'
import { followReachability, type Reachability } from './platform/health/reachability.ts'
import type { Log } from './platform/log/log.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import { instruments } from './platform/metrics/instruments.ts'
import { measureRequests } from './platform/metrics/process-metrics.ts'
import { type MetricsSource, serveMetrics } from './platform/metrics/serve-metrics.ts'
import type { Storage } from './platform/storage/storage.ts'
import { foldingGauges, upkeepGauges } from './projector/gauges.ts'
import type { ServiceName } from './service-names.ts'

interface Monitored {
  readonly engine: Engine
  readonly storage: Storage
  readonly mailer: Mailer
  readonly disk: DiskSpace
  readonly config: Config
  readonly log: Log
  readonly metrics: Registry
  /** Metrics of the projector's own thread. */
  readonly projectorMetrics: readonly MetricsSource[]
}

/** Serves the metrics of the process, and follows whether the parts that it depends on answer. */
export async function serveMonitoring(
  app: FastifyInstance,
  only: ReadonlySet<ServiceName>,
  { engine, storage, mailer, disk, config, log, metrics, projectorMetrics }: Monitored,
): Promise<Pick<Reachability, 'probe'> & { stop(): Promise<void> }> {
  const { database, ledger, names, redis } = engine
  measureRequests(app, metrics)
  countRefusedPlays(app, metrics)
  measureDisk(disk, metrics)
  const needed = followReachability(
    [
      { name: 'database', product: 'Postgres', check: () => database.pool.query('select') },
      { name: 'ledger', product: names.ledger, check: () => ledger.ends('rules') },
    ],
    { timeoutMs: 1_000, everyMs: 5_000 },
  )
  const optional = await followOptionalParts(
    { ...config, mailUrl: only.has('accounts') ? config.mailUrl : null },
    { redis, storage, mailer },
    log,
  )
  serveMetrics(
    app,
    [
      () => metrics.metrics(),
      reachabilityGauges([needed, optional]),
      foldingGauges(database, ledger),
      upkeepGauges(database),
      ...(only.has('accounts') ? [mailGauges(database)] : []),
      ...(only.has('analysis') ? [publicationGauges(database)] : []),
      ...projectorMetrics,
    ],
    (error) => log.warn(`metrics could not be collected: ${errorMessage(error)}`),
  )
  return {
    probe: async () => [...(await needed.probe()), ...(await optional.probe())],
    async stop() {
      needed.stop()
      await optional.stop()
    },
  }
}

/** Gauges of free disk space; none if the disk is not monitored. */
function measureDisk(disk: DiskSpace, registry: Registry): void {
  if (disk.free() === null) return
  const { measured } = instruments(registry)
  measured('disk_free_bytes', 'Free on the disk that the data lies on', () => disk.free() ?? 0)
  measured('disk_low', '1 while it is nearly full, and plays are refused', () => (disk.isLow() ? 1 : 0))
}

/** Gauges of the parts that this process uses. They are exported also while a part is unreachable. */
export function reachabilityGauges(groups: readonly Pick<Reachability, 'probe'>[]): MetricsSource {
  const registry = new Registry()
  const { gauge } = instruments(registry)
  const up = gauge('part_up', '1 when the part answers this process in time', 'part')
  const silent = gauge('part_silent_seconds', 'Time since the part answered last, 0 while it answers', 'part')
  return async () => {
    const reached = await Promise.all(groups.map((group) => group.probe()))
    for (const { part, silentMs } of reached.flat()) {
      up.set({ part: part.name }, silentMs === null ? 1 : 0)
      silent.set({ part: part.name }, (silentMs ?? 0) / 1000)
    }
    return registry.metrics()
  }
}
