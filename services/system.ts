import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Logger } from 'pino'
import { z } from 'zod'
import { onAccessChanged } from './accounts/authentication/access-notice.ts'
import { postgresAuthentication } from './accounts/authentication/postgres-authentication.ts'
import { sweepExports } from './analysis/export/work-folder.ts'
import { serveOpenApi } from './api-docs/serve-docs.ts'
import type { ServiceName } from './chosen-services.ts'
import { confirmLedger } from './confirm-ledger.ts'
import { migrateTables } from './migrate-all.ts'
import { neededChecks } from './needed-checks.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/database/database.ts'
import { type DiskSpace, unwatchedDisk } from './platform/disk/disk-space.ts'
import { openEngine } from './platform/engine.ts'
import { serveReadiness } from './platform/http/readiness.ts'
import { httpServer } from './platform/http/server.ts'
import { chooseLimits } from './platform/limits/choose-limits.ts'
import { announceMail } from './platform/mail/announce-mail.ts'
import { openMailer } from './platform/mail/open-mailer.ts'
import { measureAppends } from './platform/metrics/ledger-metrics.ts'
import { processMetrics } from './platform/metrics/process-metrics.ts'
import { refuseMovedSystem } from './platform/move/move-state.ts'
import { followProgress } from './platform/progress/progress.ts'
import { chooseRankings } from './platform/rankings/choose-rankings.ts'
import { openStorage } from './platform/storage/open-storage.ts'
import { openTracing } from './platform/tracing/open-tracing.ts'
import { startProjector } from './projector/start-projector.ts'
import { registerServices } from './register-services.ts'
import { serveMonitoring } from './serve-monitoring.ts'

interface SystemOptions {
  readonly config: Config
  readonly log: Logger
  readonly databaseUrl: string
  readonly only: ReadonlySet<ServiceName>
  /** The disk of the data; not watched by default. */
  readonly disk?: DiskSpace
  /** Folder of the built web app, or null to serve none. */
  readonly websiteDir: string | null
  /** Folder of the downloads that players install into the game; none by default. */
  readonly downloadsDir?: string
  /** The built projector worker; null folds on this thread. */
  readonly projectorWorker: URL | null
  /** The built pack reader worker; null reads packs on this thread. */
  readonly packWorker: URL | null
  /** The built export program, run in a child process; null exports in this process. */
  readonly exportWorker: URL | null
  /** Called when an essential part has failed. */
  readonly onFatalError: (error: Error) => void
}

interface System {
  readonly url: string
  /** Human-readable: the services and their engine. */
  readonly description: string
  /** Graceful shutdown: stops accepting requests, drains those in progress, stops folding and releases everything. */
  stop(): Promise<void>
}

/** Size of the connection pool for writes, sign-ins and health, in addition to the projector's pool. */
const maxConnections = 16
/** Size of the connection pool for pages: more than the concurrent snapshots (query/make-page.ts). */
const maxReading = 12

/** Starts the selected services in this process, on the configured engine. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { config, log, databaseUrl, only, onFatalError, disk = unwatchedDisk } = options
  const { ledgerUrl, redisUrl } = config
  const address = { databaseUrl, ledgerUrl, redisUrl, pushChannel: `stepledger-${randomUUID()}` }
  // Plays need the last play id of the ledger, and folds need all of it; everything else starts without.
  const mayBeAway = !only.has('ingest') && !only.has('projector')
  const opened = await openEngine(address, {
    maxConnections,
    maxReading,
    watchNesting: config.checkAnswers,
    log,
    onStuck: onFatalError,
    ledgerMayBeAway: async (opened) => mayBeAway && (await hasLiveGeneration(opened)),
  })
  const { database, push } = opened
  const metrics = processMetrics()
  await refuseMovedSystem(database.pool)
  await sweepExports(config.dataDir, log)()
  await migrateTables(database)
  const confirmed = await confirmLedger({
    database,
    ledger: measureAppends(opened.ledger, metrics),
    mayBeAway,
    log,
    onFatalError,
  })
  const { ledger, rules } = confirmed
  const engine = { ...opened, ledger }
  const tracing = await openTracing(config.tracesUrl, [...only].join(','))
  const projector = only.has('projector')
    ? await startProjector({
        worker: options.projectorWorker,
        engine: opened,
        address,
        config,
        alone: only.size === 1,
        log,
        metrics,
        tracing,
        onFatalError,
      })
    : null
  const progress = await followProgress(database, push)
  const authentication = postgresAuthentication({ database, log, now: Date.now })
  const accessChanges = onAccessChanged(database, log, authentication)
  const listening = () => publicUrl(config, app.addresses()[0])
  const { dataDir } = config
  const storage = await openStorage({
    url: config.storageUrl,
    dataDir,
    publicUrl: listening,
    env: process.env,
    now: Date.now,
    log,
  })
  const mailer = await openMailer({ url: config.mailUrl, from: config.mailFrom, dataDir, log, now: Date.now })
  if (only.has('accounts')) void announceMail(mailer, { url: config.mailUrl, dataDir, log })
  const { limits, close: closeLimits } = await chooseLimits(config, engine.redis, log)
  const rankings = await chooseRankings(engine.redis, log, metrics)
  const app = httpServer({ config, log, authentication, limits, disk })
  serveOpenApi(app)
  const parts = await serveMonitoring(app, only, {
    engine,
    storage,
    mailer,
    disk,
    config,
    log,
    metrics,
    projectorMetrics: projector?.metrics ?? [],
  })
  await registerServices(app, only, {
    engine,
    address,
    config,
    log,
    metrics,
    tracing,
    disk,
    authentication,
    progress,
    rankings,
    storage,
    mailer,
    rules,
    parts,
    publicUrl: listening,
    websiteDir: options.websiteDir,
    downloadsDir: options.downloadsDir ?? null,
    packWorker: options.packWorker,
    exportWorker: options.exportWorker,
  })
  serveReadiness(app, neededChecks(only, engine, progress))
  await app.listen({ port: config.port, host: config.host })

  return {
    url: listening(),
    description: `${[...only].join(', ')} on ${engine.names.ledger}, push ${engine.names.push}`,
    async stop() {
      confirmed.stop()
      await app.close()
      await parts.stop()
      await projector?.stop()
      await tracing?.stop()
      await progress.stop()
      await accessChanges.stop()
      await closeLimits()
      await storage.close()
      await mailer.close()
      await rankings.close()
      await engine.close()
    },
  }
}

/** Whether read models exist, also before the tables are migrated. */
async function hasLiveGeneration({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { rows } = await pool.query("select to_regclass('projector.live') is not null as made")
  if (!madeRows.parse(rows)[0].made) return false
  return (await readLiveGeneration({ pool })) !== null
}

const madeRows = z.tuple([z.object({ made: z.boolean() })])

/** The public URL. With port 0 the port is only known after the server listens. */
function publicUrl(config: Config, address: AddressInfo | string | undefined): string {
  return config.port === 0 && typeof address === 'object'
    ? `http://localhost:${address.port}`
    : config.publicUrl
}
