import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { mailGauges } from './accounts/mail/mail-gauges.ts'
import { publicationGauges } from './analysis/publication-metrics.ts'
import type { ServiceName } from './chosen-services.ts'
import { countRefusedPlays } from './ingest/refusals/count-refused-plays.ts'
import { followOptionalParts } from './optional-parts.ts'
import type { Config } from './platform/config/config.ts'
import type { DiskSpace } from './platform/disk/disk-space.ts'
import type { Engine } from './platform/engine.ts'
import { followReachability, type Reachability } from './platform/health/reachability.ts'
import type { Log } from './platform/log/log.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import { measureDisk } from './platform/metrics/disk-gauges.ts'
import { measureRequests } from './platform/metrics/http-metrics.ts'
import { reachabilityGauges } from './platform/metrics/reachability-gauges.ts'
import { type MetricsSource, serveMetrics } from './platform/metrics/serve-metrics.ts'
import type { Storage } from './platform/storage/storage.ts'
import { foldingGauges } from './projector/folding-gauges.ts'
import { upkeepGauges } from './projector/upkeep-gauges.ts'

interface Monitored {
  readonly engine: Engine
  readonly storage: Storage
  readonly mailer: Mailer
  readonly disk: DiskSpace
  readonly config: Config
  readonly log: Log
  /** Registry of this thread. */
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
