import { randomBytes } from 'node:crypto'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { accounts } from './accounts/accounts.ts'
import { insertOperatorAuditEntry } from './accounts/operations/operator-audit.ts'
import { postgresAliases } from './accounts/players/aliases.ts'
import { postgresDirectory } from './accounts/players/postgres-directory.ts'
import { postgresPreferredBoards } from './accounts/players/preferred-boards.ts'
import { postgresPublishedPlayers } from './accounts/players/published-players.ts'
import { postgresTimeZones } from './accounts/players/time-zones.ts'
import { accountsDatabase } from './accounts/tables.ts'
import { analysis } from './analysis/analysis.ts'
import { exportIn } from './analysis/export/export-process.ts'
import { sweepExports } from './analysis/export/work-folder.ts'
import { readNoiseKey } from './analysis/publication/noise-key.ts'
import { catalogue } from './catalogue/catalogue.ts'
import { packReader } from './catalogue/read-pack/reader-thread.ts'
import type { ServiceName } from './chosen-services.ts'
import { generationControl } from './generation-control.ts'
import { ingest } from './ingest/ingest.ts'
import { positionOfPlay } from './ingest/play-ids/position-of-play.ts'
import { readRefusals, readRefusalsOfPlayer } from './ingest/refusals/refusals-table.ts'
import { liveReads } from './live-reads.ts'
import { readOperations } from './operations-reads.ts'
import type { RecordAction } from './platform/audit/record-action.ts'
import type { Authentication } from './platform/authentication/authentication.ts'
import type { Config } from './platform/config/config.ts'
import { openReadModels } from './platform/database/read-models.ts'
import type { DiskSpace } from './platform/disk/disk-space.ts'
import type { Engine, EngineAddress } from './platform/engine.ts'
import type { Reachability } from './platform/health/reachability.ts'
import type { Log } from './platform/log/log.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Progress } from './platform/progress/progress.ts'
import type { Rankings } from './platform/rankings/rankings.ts'
import type { Storage } from './platform/storage/storage.ts'
import type { PlayTracing } from './platform/tracing/play-tracing.ts'
import { query } from './query/query.ts'
import { readOperatedRules } from './rules-reads.ts'

/** Dependencies shared by the services of a process. */
interface Shared {
  readonly engine: Engine
  /** Connection settings of the engine, for worker processes. */
  readonly address: EngineAddress
  readonly config: Config
  readonly log: Log
  readonly metrics: Registry
  /** Null without a collector. */
  readonly tracing: PlayTracing | null
  readonly disk: DiskSpace
  readonly authentication: Authentication
  readonly progress: Progress
  readonly rankings: Rankings
  readonly storage: Storage
  readonly mailer: Mailer
  readonly parts: Pick<Reachability, 'probe'>
  /** The rules in force at the start. */
  readonly rules: Rules
  /** Public origin of the site, once the server listens. */
  readonly publicUrl: () => string
  /** Folder of the built web app, or null to serve none. */
  readonly websiteDir: string | null
  /** Folder of the downloads that players install into the game, or null. */
  readonly downloadsDir: string | null
  /** The built pack reader worker; null reads packs on this thread. */
  readonly packWorker: URL | null
  /** The built export program, run in a child process; null exports in this process. */
  readonly exportWorker: URL | null
}

/** Registers the routes of the selected services, and starts their background work. */
export async function registerServices(
  app: FastifyInstance,
  only: ReadonlySet<ServiceName>,
  shared: Shared,
): Promise<void> {
  const { engine, config, log, metrics, disk, authentication, progress, rankings, storage, mailer, tracing } =
    shared
  const { database, reading, ledger, push } = engine
  const reads = liveReads(openReadModels(database.pool), progress, shared.rules)
  const now = Date.now
  const recordAction: RecordAction = async (entry, by) => {
    await insertOperatorAuditEntry(accountsDatabase(database), entry, by)
    push.publish({ kind: 'operations', about: 'audit' })
  }
  if (only.has('accounts')) {
    const { contact } = config
    await accounts(app, {
      database,
      log,
      now,
      random: randomBytes,
      push,
      ledger,
      storage,
      mailer,
      sweepExports: sweepExports(config.dataDir, log),
      contact,
      publicUrl: shared.publicUrl,
      readModels: reads,
      generations: generationControl({ database, ledger }),
      readRefusals: (of, limit) => readRefusals(database.pool, limit, of),
      refusedPlaysOf: (player, interval) => readRefusalsOfPlayer(database.pool, player, interval),
    })
  }
  if (only.has('ingest')) {
    const players = postgresDirectory({ database, push })
    await ingest(app, {
      database,
      ledger,
      authentication,
      players,
      findByAlias: postgresAliases(database),
      progress,
      reads,
      push,
      recordAction,
      tracing,
      log,
      now,
      random: randomBytes,
    })
  }
  if (only.has('catalogue')) {
    const waiting = { ...reads, reached: progress.reached }
    const readPack = packReader(shared.packWorker)
    const players = postgresDirectory({ database, push })
    const operated = { players, waiting, recordAction }
    await catalogue(app, { database, ledger, push, storage, readPack, log, now, ...operated })
  }
  if (only.has('query')) {
    const { sockets, streams, publicUrl, contact } = config
    const players = postgresDirectory({ database: reading, push })
    await query(app, {
      database: reading,
      readModels: openReadModels(reading.pool),
      ledger,
      players,
      findByAlias: postgresAliases(reading),
      preferredBoards: postgresPreferredBoards(reading),
      timeZoneOf: postgresTimeZones(reading),
      published: postgresPublishedPlayers(reading),
      refusedPlaysOf: (player, interval) => readRefusalsOfPlayer(reading.pool, player, interval),
      positionOfPlay: (playId) => positionOfPlay(reading, playId),
      readNoiseKey: () => readNoiseKey(reading.pool),
      authentication,
      progress,
      push,
      rankings,
      storage,
      log,
      engine: engine.names,
      parts: shared.parts,
      readOperations: () => readOperations(reading, ledger, now()),
      readRules: () => readOperatedRules(reading, players),
      metrics,
      tracing,
      sockets,
      streams,
      now,
      publicUrl,
      contact,
      websiteDir: shared.websiteDir,
      downloadsDir: shared.downloadsDir,
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
      exportSeries: exportIn({ worker: shared.exportWorker, address: shared.address }),
      log,
      metrics,
      now,
      random: randomBytes,
    })
  }
}
