import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { accounts } from './accounts/accounts.ts'
import { migrateAccounts } from './accounts/migrations.ts'
import { analysis } from './analysis/analysis.ts'
import { offeredGauges } from './analysis/publication-metrics.ts'
import { catalogue } from './catalogue/catalogue.ts'
import { packReader } from './catalogue/read-pack/reader-thread.ts'
import type { ServiceName } from './chosen-services.ts'
import { ingest } from './ingest/ingest.ts'
import { migrateIngest } from './ingest/tables.ts'
import { liveReads } from './live-reads.ts'
import { exportWhenAsked } from './platform/analysis/export/export-when-asked.ts'
import { migrateAnalysis } from './platform/analysis/publication/tables.ts'
import type { Config } from './platform/config/config.ts'
import { openReadModels } from './platform/database/read-models.ts'
import { type DiskSpace, unwatchedDisk } from './platform/disk/disk-space.ts'
import { type Engine, openEngine } from './platform/engine.ts'
import { refuseOtherLedger } from './platform/generations/other-ledger.ts'
import { migrateGenerations } from './platform/generations/tables.ts'
import { type Checks, serveReadiness } from './platform/http/readiness.ts'
import { httpServer } from './platform/http/server.ts'
import { hearAccessChanges } from './platform/identity/access-notice.ts'
import { postgresIdentity } from './platform/identity/postgres-identity.ts'
import { foundLedger } from './platform/ledger/found-ledger.ts'
import { chooseLimits } from './platform/limits/choose-limits.ts'
import { openMailer } from './platform/mail/open-mailer.ts'
import { measureDisk } from './platform/metrics/disk-gauges.ts'
import { foldingGauges } from './platform/metrics/folding-gauges.ts'
import { measureRequests } from './platform/metrics/http-metrics.ts'
import { measureAppends } from './platform/metrics/ledger-metrics.ts'
import { processMetrics } from './platform/metrics/process-metrics.ts'
import { serveMetrics } from './platform/metrics/serve-metrics.ts'
import { migrateCatalogue } from './platform/packs/tables.ts'
import { postgresAliases } from './platform/players/aliases.ts'
import { postgresDirectory } from './platform/players/postgres-directory.ts'
import { postgresPreferredBoards } from './platform/players/preferred-boards.ts'
import { postgresPublishedPlayers } from './platform/players/published-players.ts'
import { followProgress, type Progress } from './platform/progress/progress.ts'
import { chooseRankings } from './platform/rankings/choose-rankings.ts'
import { openStorage } from './platform/storage/open-storage.ts'
import { foldMetrics } from './projector/fold/fold-metrics.ts'
import { startProjectorThread } from './projector/projector-thread.ts'
import { runProjector } from './projector/run-projector.ts'
import { query } from './query/query.ts'

export interface SystemOptions {
  readonly config: Config
  readonly log: Logger
  readonly databaseUrl: string
  readonly only: ReadonlySet<ServiceName>
  /** Where the data lies; by default nobody watches it. */
  readonly disk?: DiskSpace
  /** Folder of the built web app, or null to serve none. */
  readonly websiteDir: string | null
  /** Folder of what players install into the game; none by default. */
  readonly downloadsDir?: string
  /** The built projector worker; null folds on this thread. */
  readonly projectorWorker: URL | null
  /** The built reader of packs; null reads them on this thread. */
  readonly packWorker: URL | null
  /** A part that the others can't do without has died. */
  readonly onDeath: (error: Error) => void
}

export interface System {
  readonly url: string
  /** For people: which services run on which engine. */
  readonly description: string
  /** Stops taking requests, lets what is at hand finish, then stops folding and lets go of everything. */
  stop(): Promise<void>
}

/** Connections to the database for plays, sign-ins and health, beside the projector's own. */
const maxConnections = 16
/** For pages, more than there are snapshots at once (query/make-page.ts). */
const maxReading = 12

/** Starts the wanted services in this process, on the engine of the configuration. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { config, log, databaseUrl, only, projectorWorker, onDeath, disk = unwatchedDisk } = options
  const { ledgerUrl, redisUrl } = config
  const address = { databaseUrl, ledgerUrl, redisUrl, pushChannel: `stepledger-${randomUUID()}` }
  const engine = await openEngine(address, {
    maxConnections,
    maxReading,
    watchNesting: config.checkAnswers,
    log,
    onStuck: onDeath,
  })
  const { database, reading, push } = engine
  const metrics = processMetrics()
  const ledger = measureAppends(engine.ledger, metrics)
  await migrateAccounts(database)
  await migrateIngest(database)
  await migrateCatalogue(database)
  await migrateGenerations(database)
  await migrateAnalysis(database)
  await refuseOtherLedger(database, ledger)
  const inForce = await foundLedger(ledger, {
    ledgerId: randomUUID(),
    at: Date.now(),
    eventIds: [randomUUID(), randomUUID()],
    database,
  })

  const thread =
    only.has('projector') && projectorWorker
      ? await startProjectorThread({
          worker: projectorWorker,
          engine: address,
          logLevel: config.logLevel,
          closeEventsAfterMs: config.closeEventsAfterMs,
          alone: only.size === 1,
          onDeath,
        })
      : null
  const projector =
    only.has('projector') && !thread
      ? await runProjector(engine, log, {
          metrics: foldMetrics(metrics),
          closeEventsAfterMs: config.closeEventsAfterMs,
          onDeath,
        })
      : thread

  const progress = await followProgress(database, push)
  const readModels = openReadModels(database.pool)
  const identity = postgresIdentity({ database, log, now: Date.now })
  const accessChanges = hearAccessChanges(database, log, identity)
  const players = postgresDirectory({ database, push })
  const storage = await openStorage({
    url: config.storageUrl,
    dataDir: config.dataDir,
    publicUrl: () => publicUrl(config, app.addresses()[0]),
    env: process.env,
    now: Date.now,
  })
  const mailer = await openMailer({
    url: config.mailUrl,
    from: config.mailFrom,
    dataDir: config.dataDir,
    log,
    now: Date.now,
  })
  const { limits, close: closeLimits } = await chooseLimits(config, engine.redis, log)
  const rankings = await chooseRankings(engine.redis, log, metrics)
  const app = httpServer({ config, log, identity, limits, disk })
  measureRequests(app, metrics)
  measureDisk(disk, metrics)
  serveMetrics(
    app,
    [
      () => metrics.metrics(),
      foldingGauges(database, ledger),
      ...(only.has('analysis') ? [offeredGauges(database)] : []),
      ...(thread ? [thread.metrics] : []),
    ],
    (error) => log.warn(`metrics: ${error instanceof Error ? error.message : String(error)}`),
  )
  const reads = liveReads(readModels, progress, inForce.rules)
  if (only.has('accounts')) {
    await accounts(app, {
      database,
      log,
      now: Date.now,
      random: randomBytes,
      push,
      ledger,
      storage,
      mailer,
      contact: config.contact,
      publicUrl: () => publicUrl(config, app.addresses()[0]),
      readModels: reads,
    })
  }
  if (only.has('ingest')) {
    await ingest(app, {
      database,
      ledger,
      identity,
      players,
      progress,
      reads,
      log,
      now: Date.now,
    })
  }
  if (only.has('catalogue')) {
    const readPack = packReader(options.packWorker)
    await catalogue(app, { database, ledger, storage, readPack, log, now: Date.now })
  }
  if (only.has('query')) {
    const { names } = engine
    await query(app, {
      database: reading,
      readModels: openReadModels(reading.pool),
      ledger,
      players: postgresDirectory({ database: reading, push }),
      findByAlias: postgresAliases(reading),
      preferredBoards: postgresPreferredBoards(reading),
      identity,
      progress,
      push,
      rankings,
      storage,
      log,
      engine: names,
      metrics,
      sockets: config.sockets,
      streams: config.streams,
      published: postgresPublishedPlayers(reading),
      now: Date.now,
      publicUrl: config.publicUrl,
      contact: config.contact,
      websiteDir: options.websiteDir,
      downloadsDir: options.downloadsDir ?? null,
    })
  }
  if (only.has('analysis')) {
    const { dataDir, publishedData } = config
    await analysis(app, {
      database,
      ledger,
      storage,
      dataDir,
      disk,
      publishedData,
      exportSeries: exportWhenAsked,
      log,
      metrics,
      now: Date.now,
      random: randomBytes,
    })
  }
  serveReadiness(app, checksFor(only, engine, progress))
  await app.listen({ port: config.port, host: config.host })

  return {
    url: publicUrl(config, app.addresses()[0]),
    description: `${[...only].join(', ')} on ${engine.names.ledger}, push ${engine.names.push}`,
    async stop() {
      await app.close()
      await projector?.stop()
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

/** What these services can't work without. */
function checksFor(only: ReadonlySet<ServiceName>, { database, ledger }: Engine, progress: Progress): Checks {
  return {
    database: () => database.pool.query('select'),
    ...(only.has('ingest') ||
    only.has('accounts') ||
    only.has('catalogue') ||
    only.has('projector') ||
    only.has('analysis')
      ? { ledger: () => ledger.ends('rules') }
      : {}),
    ...(only.has('query')
      ? {
          generation: async () => {
            if (!progress.current()) throw new Error('no generation is live yet')
          },
        }
      : {}),
  }
}

/** With port 0 the port is known only now. */
function publicUrl(config: Config, address: AddressInfo | string | undefined): string {
  return config.port === 0 && typeof address === 'object'
    ? `http://localhost:${address.port}`
    : config.publicUrl
}
