import { randomBytes } from 'node:crypto'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { accounts } from './accounts/accounts.ts'
import { doAndRecord, recordOperatorAction } from './accounts/operations/operator-audit.ts'
import {
  postgresAliases,
  postgresAliasesAtOnce,
  postgresDirectory,
  postgresPreferredBoards,
  postgresPublishedPlayers,
  postgresTimeZones,
} from './accounts/players/postgres-directory.ts'
import { accountsDatabase } from './accounts/tables.ts'
import { analysis } from './analysis/analysis.ts'
import { exportIn } from './analysis/export/export-process.ts'
import { catalogue } from './catalogue/catalogue.ts'
import { packReader } from './catalogue/read-pack/reader-thread.ts'
import { competitionStreams } from './competition-streams.ts'
import { competitions } from './competitions/competitions.ts'
import { type DecidedStreams, decidedStreams } from './decided-streams.ts'
import { ingest } from './ingest/ingest.ts'
import { positionOfPlay } from './ingest/play-ids/idempotency-claims.ts'
import { readRefusals, readRefusalsOfPlayer } from './ingest/refusals/refusals-table.ts'
import { competitionReads, liveReads, readOperations } from './live-reads.ts'
import type { DoRecorded, RecordAction } from './platform/audit/operator-entry.ts'
import type { Authentication } from './platform/authentication/authentication.ts'
import type { Config } from './platform/config/config.ts'
import { type Handle, type HandleEach, handleEachOn, handleOn } from './platform/decisions/handle.ts'
import type { DiskSpace } from './platform/disk/disk-space.ts'
import type { Engine, EngineAddress } from './platform/engine.ts'
import type { Reachability } from './platform/health/reachability.ts'
import type { Log } from './platform/log/log.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Storage } from './platform/storage/storage.ts'
import type { PlayTracing } from './platform/tracing/play-tracing.ts'
import { foldedBefore, type Progress } from './progress.ts'
import { serveGenerations } from './projector/operating/serve-generations.ts'
import { serveRules } from './projector/operating/serve-rules.ts'
import { query } from './query/query.ts'
import type { Rankings } from './query/rankings.ts'
import { openReadModels } from './read-models.ts'
import type { ServiceName } from './service-names.ts'

/** Folders that are served, and programs that are run, as built. */
export interface BuiltFiles {
  /** Folder of the built web app, or null to serve none. */
  readonly websiteDir: string | null
  /** Folder with what players install into the game, as it was built; none by default. */
  readonly downloadsDir?: string
  /** The built pack reader worker; null reads packs on this thread. */
  readonly packWorker: URL | null
  /** The built export program, run in a child process; null exports in this process. */
  readonly exportWorker: URL | null
}

/** How long a decision waits for the fold, ms. */
const foldTimeoutMs = 2_000

/** Dependencies shared by the services of a process. */
interface Shared extends BuiltFiles {
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
  readonly isAlone: boolean
  readonly progress: Progress
  readonly rankings: Rankings
  readonly storage: Storage
  readonly mailer: Mailer
  readonly parts: Pick<Reachability, 'probe'>
  /** The rules in force at the start. */
  readonly rules: Rules
  /** Public origin of the site, once the server listens. */
  readonly publicUrl: () => string
}

/** Registers the routes of the selected services, and starts their background work. */
export async function registerServices(
  app: FastifyInstance,
  only: ReadonlySet<ServiceName>,
  shared: Shared,
): Promise<void> {
  const { database, ledger, push } = shared.engine
  const { progress } = shared
  const readModels = openReadModels(database.pool)
  const deps: Deps = {
    ...shared,
    database,
    ledger,
    push,
    reads: liveReads(readModels, progress, shared.rules),
    handle: handleOn({ database, ledger }),
    handleEach: handleEachOn({ database, ledger }),
    streams: decidedStreams({
      ledger,
      live: async () => {
        const current = progress.current()
        return current && readable(current.generation, readModels)
      },
      foldedUpTo: (ends) => foldedBefore(progress, ends, foldTimeoutMs),
    }),
    recordAction: (entry, by) => recordOperatorAction({ db: accountsDatabase(database), push }, entry, by),
    doRecorded: (...action) => doAndRecord({ db: accountsDatabase(database), push }, ...action),
    now: Date.now,
    random: randomBytes,
  }
  for (const [name, register] of registrations) if (only.has(name)) await register(app, deps)
}

interface Deps extends Shared, Pick<Engine, 'database' | 'ledger' | 'push'> {
  readonly reads: ReturnType<typeof liveReads>
  readonly handle: Handle
  readonly handleEach: HandleEach
  readonly streams: DecidedStreams
  readonly recordAction: RecordAction
  readonly doRecorded: DoRecorded
  readonly now: () => number
  readonly random: (bytes: number) => Buffer
}

/** In this order. */
const registrations: readonly [ServiceName, (app: FastifyInstance, deps: Deps) => Promise<void>][] = [
  ['accounts', registerAccounts],
  ['ingest', registerIngest],
  ['catalogue', registerCatalogue],
  ['competitions', registerCompetitions],
  ['query', registerQuery],
  ['analysis', registerAnalysis],
  ['projector', registerProjector],
]

function registerAccounts(app: FastifyInstance, deps: Deps): Promise<void> {
  const { database, config, reads } = deps
  return accounts(app, {
    ...deps,
    competitions: competitionStreams(deps.ledger),
    contact: config.contact,
    readModels: reads,
    readRefusals: (of, limit) => readRefusals(database.pool, limit, of),
    refusedPlaysOf: (player, interval) => readRefusalsOfPlayer(database.pool, player, interval),
  })
}

function registerIngest(app: FastifyInstance, deps: Deps): Promise<void> {
  return ingest(app, {
    ...deps,
    players: postgresDirectory(deps),
    findByAlias: postgresAliases(deps.database),
  })
}

function registerCatalogue(app: FastifyInstance, deps: Deps): Promise<void> {
  return catalogue(app, {
    ...deps,
    readPack: packReader(deps.packWorker),
    players: postgresDirectory(deps),
    findByAlias: postgresAliases(deps.database),
    waiting: { ...deps.reads, reached: deps.progress.reached },
  })
}

function registerCompetitions(app: FastifyInstance, deps: Deps): Promise<void> {
  return competitions(app, {
    ...deps,
    streams: competitionStreams(deps.ledger),
    participation: deps.streams.participation,
    reads: competitionReads({ ...deps, readModels: openReadModels(deps.database.pool) }),
    players: postgresDirectory(deps),
    findByAlias: postgresAliases(deps.database),
    findByAliases: postgresAliasesAtOnce(deps.database),
    limits: deps.config.organisers,
  })
}

function registerQuery(app: FastifyInstance, deps: Deps): Promise<void> {
  const { engine, config, ledger, push, downloadsDir = null } = deps
  const { sockets, streams, publicUrl, contact, communityChat } = config
  const database = engine.reading
  const players = postgresDirectory({ database, push })
  return query(app, {
    ...deps,
    database,
    readModels: openReadModels(database.pool),
    players,
    findByAlias: postgresAliases(database),
    preferredBoards: postgresPreferredBoards(database),
    timeZoneOf: postgresTimeZones(database),
    published: postgresPublishedPlayers(database),
    refusedPlaysOf: (player, interval) => readRefusalsOfPlayer(database.pool, player, interval),
    positionOfPlay: (playId) => positionOfPlay({ database, ledger }, playId),
    engine: engine.names,
    readOperations: () => readOperations(database, ledger),
    sockets,
    streams,
    publicUrl,
    contact,
    communityChat,
    downloadsDir,
  })
}

function registerAnalysis(app: FastifyInstance, deps: Deps): Promise<void> {
  const { dataDir, publishedData } = deps.config
  return analysis(app, {
    ...deps,
    dataDir,
    publishedData,
    exportSeries: exportIn({ worker: deps.exportWorker, address: deps.address }),
  })
}

async function registerProjector(app: FastifyInstance, deps: Deps): Promise<void> {
  const projector = { ...deps, players: postgresDirectory(deps) }
  serveRules(app, projector)
  serveGenerations(app, projector)
}
