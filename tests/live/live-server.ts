import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authAnswer } from '@stepledger/contracts/http/shapes/user.ts'
import { accounts } from '@stepledger/services/accounts/accounts.ts'
import { postgresAuthentication } from '@stepledger/services/accounts/authentication/authenticate-token.ts'
import { migrateAccounts } from '@stepledger/services/accounts/migrations.ts'
import { grantPermission } from '@stepledger/services/accounts/operations/serve-operated-players.ts'
import { postgresDirectory } from '@stepledger/services/accounts/players/postgres-directory.ts'
import { competitionStreams } from '@stepledger/services/competition-streams.ts'
import { readRefusals, readRefusalsOfPlayer } from '@stepledger/services/ingest/refusals/refusals-table.ts'
import { liveReads } from '@stepledger/services/live-reads.ts'
import { type Environment, readConfig } from '@stepledger/services/platform/config/config.ts'
import { handleOn } from '@stepledger/services/platform/decisions/handle.ts'
import { unwatchedDisk } from '@stepledger/services/platform/disk/disk-space.ts'
import { openEngine } from '@stepledger/services/platform/engine.ts'
import { serveReadiness } from '@stepledger/services/platform/http/readiness.ts'
import { httpServer } from '@stepledger/services/platform/http/server.ts'
import { initialiseLedger } from '@stepledger/services/platform/ledger/initialise-ledger.ts'
import { chooseLimits } from '@stepledger/services/platform/limits/choose-limits.ts'
import { mailInMemory } from '@stepledger/services/platform/mail/mailer-in-tests.ts'
import { processMetrics } from '@stepledger/services/platform/metrics/process-metrics.ts'
import { type FoldedChanges, type Notice, noticeOfFold } from '@stepledger/services/platform/push/push.ts'
import { folderStorage } from '@stepledger/services/platform/storage/folder-storage.ts'
import { followProgress } from '@stepledger/services/progress.ts'
import { migrateGenerations } from '@stepledger/services/projector/generations/tables.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { serveLive } from '@stepledger/services/query/live/live.ts'
import { openReadModels } from '@stepledger/services/read-models.ts'
import { pino } from 'pino'
import { readyPostgres } from '../../scripts/services/ready-postgres.ts'
import { call, newPlayer, type Player } from '../system/client.ts'

export interface LiveServer {
  readonly url: string
  readonly port: number
  /** The live generation. */
  readonly generation: number
  /** Publishes the notice of a batch, as the projector does. */
  publish(changes: Partial<FoldedChanges>): void
  /** Publishes another notice. */
  notify(notice: Notice): void
  /** The sum of a websocket metric, by its name after `stepledger_`. */
  metric(name: string): Promise<number>
  addPlayer(alias: string): Promise<Player>
  /** Grants `ledger.operate` to the player, and returns a session with it. */
  letOperate(player: Player): Promise<Player>
  /** Stops accepting connections, and closes the open ones. */
  closeHttp(): Promise<void>
  stop(): Promise<void>
}

/**
 * The websocket and accounts on a real database, on a port of 127.0.0.1. Clients set their address with
 * X-Forwarded-For.
 */
export async function startLiveServer(env: Environment = {}): Promise<LiveServer> {
  const config = readConfig({ TRUST_PROXY: 'loopback', ...env })
  const log = pino({ level: 'silent' })
  const postgres = await readyPostgres()
  const engine = await openEngine(
    { databaseUrl: postgres.url, pushChannel: randomUUID() },
    { maxConnections: 10, log },
  )
  const { database, ledger, push } = engine
  await migrateAccounts(database)
  await migrateGenerations(database)
  const initialisation = { ledgerId: randomUUID(), at: 0, eventIds: [randomUUID(), randomUUID()] } as const
  const { rules } = await initialiseLedger(ledger, { ...initialisation, database })
  const projector = await runProjector(engine, log)
  const progress = await followProgress(database, push)
  const generation = progress.current()?.generation.id
  if (generation === undefined) throw new Error('no generation is live')

  const readModels = openReadModels(database.pool)
  const authentication = postgresAuthentication({ database, log, now: Date.now })
  const { limits } = await chooseLimits(config, null, log)
  const app = httpServer({ config, log, authentication, limits, disk: unwatchedDisk })
  const reads = liveReads(readModels, progress, rules)
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-live-'))
  const publicUrl = () => config.publicUrl
  await accounts(app, {
    database,
    ledger,
    handle: handleOn({ database, ledger }),
    competitions: competitionStreams(ledger),
    log,
    now: Date.now,
    random: randomBytes,
    push,
    storage: await folderStorage({ folder, publicUrl, now: Date.now }),
    mailer: mailInMemory(),
    progress,
    isAlone: false,
    contact: null,
    publicUrl,
    readModels: reads,
    readRefusals: (of, limit) => readRefusals(database.pool, limit, of),
    refusedPlaysOf: (player, interval) => readRefusalsOfPlayer(database.pool, player, interval),
  })
  const metrics = processMetrics()
  const players = postgresDirectory({ database, push })
  const { sockets } = config
  await serveLive(app, {
    readModels,
    players,
    progress,
    authentication,
    push,
    log,
    metrics,
    sockets,
    tracing: null,
  })
  serveReadiness(app, {})
  const url = await app.listen({ host: '127.0.0.1', port: 0 })

  return {
    url,
    port: Number(new URL(url).port),
    generation,
    publish: (changes) => push.publish(noticeOfFold(generation, changes)),
    notify: push.publish,
    async metric(name) {
      const found = await metrics.getSingleMetric(`stepledger_${name}`)?.get()
      return (found?.values ?? []).reduce((sum, { value }) => sum + value, 0)
    },
    addPlayer: (alias) => newPlayer(url, alias),
    async letOperate(player) {
      await grantPermission(database, player.alias, 'ledger.operate')
      const body = { email: `${player.alias}@example.com`, password: 'correct horse' }
      return { ...player, token: authAnswer.parse((await call(`${url}/api/login`, { body })).body).token }
    },
    closeHttp: () => app.close(),
    async stop() {
      await app.close()
      await projector.stop()
      await progress.stop()
      await engine.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
