import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { onAccessChanged, postgresAuthentication } from './accounts/authentication/authenticate-token.ts'
import { serveOpenApi } from './api-docs/serve-docs.ts'
import { confirmLedger } from './confirm-ledger.ts'
import { migrateTables } from './migrate-all.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/database/database.ts'
import { tableExists } from './platform/database/table-exists.ts'
import { refuseUnfinishedLoad } from './platform/database/unfinished-load.ts'
import { type DiskSpace, unwatchedDisk } from './platform/disk/disk-space.ts'
import { type Engine, type EngineAddress, openEngine, type RedisSettings } from './platform/engine.ts'
import { type Checks, serveReadiness } from './platform/http/readiness.ts'
import { httpServer } from './platform/http/server.ts'
import { chooseLimits } from './platform/limits/choose-limits.ts'
import { announceMail, openMailer } from './platform/mail/open-mailer.ts'
import { measureAppends, processMetrics } from './platform/metrics/process-metrics.ts'
import { openStorage } from './platform/storage/open-storage.ts'
import { openTracing } from './platform/tracing/open-tracing.ts'
import { followProgress, type Progress } from './progress.ts'
import { startProjector } from './projector/start-projector.ts'
import { countBoardReads, postgresRankings, type Rankings } from './query/rankings.ts'
import { type BuiltFiles, registerServices } from './register-services.ts'
import { serveMonitoring } from './serve-monitoring.ts'
import type { ServiceName } from './service-names.ts'

interface SystemOptions extends BuiltFiles {
  readonly config: Config
  readonly log: Logger
  readonly databaseUrl: string
  readonly only: ReadonlySet<ServiceName>
  /** Whether a projector runs in this process; by default if its service is chosen. */
  readonly folds?: boolean
  /** The disk of the data; not watched by default. */
  readonly disk?: DiskSpace
  /** The built projector worker; null folds on this thread. */
  readonly projectorWorker: URL | null
  /** Opens /api/admin to commands on this machine; null to none. */
  readonly operatorSecret?: string | null
  /** Whether no other process serves this data, as of a command without a running server. */
  readonly isAlone?: boolean
  /** How long the start waits for a Kafka that does not answer, ms; a server waits until it does. */
  readonly ledgerWithinMs?: number
  /** Sizes of the pools; those of a server by default. */
  readonly pools?: { readonly maxConnections: number; readonly maxReading: number }
  /** Called when an essential part has failed. */
  readonly onFatalError: (error: Error) => void
}

interface System {
  readonly url: string
  /** The address on this machine. */
  readonly localUrl: string
  /** Human-readable: the services and their engine. */
  readonly description: string
  /** Graceful shutdown: stops accepting requests, drains those in progress, stops folding and releases everything. */
  stop(): Promise<void>
}

/** Size of the connection pool for writes, sign-ins and health, in addition to the projector's pool. */
const maxConnections = 16
/** Size of the connection pool for pages: more than the concurrent snapshots (query/page.ts). */
const maxReading = 12

/** Starts the selected services in this process, on the configured engine. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const {
    config,
    log,
    databaseUrl,
    only,
    folds = only.has('projector'),
    onFatalError,
    disk = unwatchedDisk,
    operatorSecret = null,
    isAlone = false,
  } = options
  const { ledgerUrl, redisUrl } = config
  const address = { databaseUrl, ledgerUrl, redisUrl, pushChannel: `stepledger-${randomUUID()}` }
  const metrics = processMetrics()
  const { opened, confirmed } = await openCheckedEngine(options, address, metrics)
  const engine = { ...opened, ledger: confirmed.ledger }
  const { database, push } = engine
  const tracing = await openTracing(config.tracesUrl, [...only].join(','))
  const shared = { config, log, address, metrics, tracing, disk }
  const projector = folds
    ? await startProjector({
        ...shared,
        // Few requests, and only of operators: a thread would only add its own connections and compiled code.
        worker: only.size === 1 ? null : options.projectorWorker,
        engine: opened,
        onFatalError,
      })
    : null
  const progress = await followProgress(database, push)
  const authentication = postgresAuthentication({ database, log, now: Date.now, operatorSecret })
  const accessChanges = onAccessChanged(database, log, authentication)
  const listening = () => publicUrl(config, app.addresses()[0])
  const { limits, ...adapters } = await openAdapters(options, engine.redis, metrics, listening)
  const app = httpServer({ config, log, authentication, limits, disk })
  serveOpenApi(app)
  const parts = await serveMonitoring(app, only, {
    ...shared,
    ...adapters,
    engine,
    projectorMetrics: projector?.metrics ?? [],
  })
  await registerServices(app, only, {
    ...options,
    ...shared,
    ...adapters,
    engine,
    authentication,
    isAlone,
    progress,
    rules: confirmed.rules,
    parts,
    publicUrl: listening,
  })
  serveReadiness(app, readinessChecks(only, engine, progress))
  await app.listen({ port: config.port, host: config.host })

  return {
    url: listening(),
    localUrl: localUrl(app.addresses()[0]),
    description: `${[...only].join(', ')} on ${engine.names.ledger}, push ${engine.names.push}`,
    async stop() {
      confirmed.stop()
      await app.close()
      await parts.stop()
      await projector?.stop()
      await tracing?.stop()
      await progress.stop()
      await accessChanges.stop()
      await adapters.close()
      await engine.close()
    },
  }
}

/** Opens the engine, refuses one of another system, and migrates the tables. */
async function openCheckedEngine(
  {
    config,
    log,
    only,
    folds = only.has('projector'),
    pools = { maxConnections, maxReading },
    ledgerWithinMs,
    onFatalError,
  }: SystemOptions,
  address: EngineAddress,
  metrics: Registry,
) {
  // Plays need the last play id of the ledger, and folds need all of it; everything else starts without.
  const mayBeAway = !only.has('ingest') && !folds
  const opened = await openEngine(address, {
    ...pools,
    ...(ledgerWithinMs && { ledgerWithinMs }),
    watchNesting: config.checkAnswers,
    log,
    onStuck: onFatalError,
    ledgerMayBeAway: async (database) => mayBeAway && (await hasLiveGeneration(database)),
  })
  const { database } = opened
  await refuseUnfinishedLoad(database.pool)
  await migrateTables(database)
  const ledger = measureAppends(opened.ledger, metrics)
  const confirmed = await confirmLedger({ database, ledger, mayBeAway, log, onFatalError })
  return { opened, confirmed }
}

/** Opens what the services use besides the engine. */
async function openAdapters(
  { config, log, only }: SystemOptions,
  redis: Engine['redis'],
  metrics: Registry,
  listening: () => string,
) {
  const { dataDir, storageUrl, mailUrl, mailFrom } = config
  const shared = { dataDir, log, now: Date.now }
  const storage = await openStorage({ ...shared, url: storageUrl, publicUrl: listening, env: process.env })
  const mailer = await openMailer({ ...shared, url: mailUrl, from: mailFrom })
  if (only.has('accounts')) void announceMail(mailer, { url: mailUrl, dataDir, log })
  const { limits, close: closeLimits } = await chooseLimits(config, redis, log)
  const rankings = redis === null ? postgresRankings : await openRedisRankings(redis, log, metrics)
  return {
    storage,
    mailer,
    limits,
    rankings,
    async close() {
      await closeLimits()
      await storage.close()
      await mailer.close()
      await rankings.close()
    },
  }
}

async function openRedisRankings({ url }: RedisSettings, log: Logger, metrics: Registry): Promise<Rankings> {
  const { redisRankings } = await import('./query/redis-rankings.ts')
  return redisRankings({ url, log, onRead: countBoardReads(metrics) })
}

/** Whether read models exist, also before the tables are migrated. */
async function hasLiveGeneration({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  if (!(await tableExists(pool, 'projector.live'))) return false
  return (await readLiveGeneration({ pool })) !== null
}

/** An address that listens everywhere is reached at localhost. */
function localUrl(address: AddressInfo | string | undefined): string {
  if (typeof address !== 'object') throw new Error('the server does not listen on a port')
  const { address: host, port, family } = address
  const own = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${family === 'IPv6' ? `[${own}]` : own}:${port}`
}

/** The public URL. With port 0 the port is only known after the server listens. */
function publicUrl(config: Config, address: AddressInfo | string | undefined): string {
  return config.port === 0 && typeof address === 'object'
    ? `http://localhost:${address.port}`
    : config.publicUrl
}

/**
 * Readiness checks of the dependencies that these services require. The ledger is required only by a process of the
 * projector alone: without the ledger plays are refused, but pages, sign-ins and rivals are served.
 */
function readinessChecks(
  only: ReadonlySet<ServiceName>,
  { database, ledger }: Pick<Engine, 'database' | 'ledger'>,
  progress: Pick<Progress, 'current'>,
): Checks {
  return {
    database: () => database.pool.query('select'),
    ...(only.size === 1 && only.has('projector') ? { ledger: () => ledger.ends('rules') } : {}),
    ...(only.has('query')
      ? {
          generation: async () => {
            if (!progress.current()) throw new Error('no generation is live yet')
          },
        }
      : {}),
  }
}
