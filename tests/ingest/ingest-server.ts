import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { createApiKey } from '@stepledger/contracts/http/api-keys.ts'
import { type SubmitAnswer, submitAnswer } from '@stepledger/contracts/http/game.ts'
import { errorAnswer } from '@stepledger/contracts/http/route.ts'
import { authAnswer } from '@stepledger/contracts/http/shapes/user.ts'
import { type Position, parsePosition } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { accounts } from '@stepledger/services/accounts/accounts.ts'
import { postgresAuthentication } from '@stepledger/services/accounts/authentication/authenticate-token.ts'
import { migrateAccounts } from '@stepledger/services/accounts/migrations.ts'
import { insertOperatorAuditEntry } from '@stepledger/services/accounts/operations/operator-audit.ts'
import {
  postgresAliases,
  postgresDirectory,
} from '@stepledger/services/accounts/players/postgres-directory.ts'
import { accountsDatabase } from '@stepledger/services/accounts/tables.ts'
import { competitionStreams } from '@stepledger/services/competition-streams.ts'
import { decidedStreams } from '@stepledger/services/decided-streams.ts'
import { ingest } from '@stepledger/services/ingest/ingest.ts'
import { readRefusals, readRefusalsOfPlayer } from '@stepledger/services/ingest/refusals/refusals-table.ts'
import { migrateIngest } from '@stepledger/services/ingest/tables.ts'
import { liveReads } from '@stepledger/services/live-reads.ts'
import { handleEachOn, handleOn } from '@stepledger/services/platform/decisions/handle.ts'
import { openEngine } from '@stepledger/services/platform/engine.ts'
import { testApp } from '@stepledger/services/platform/http/test-app.ts'
import { initialiseLedger } from '@stepledger/services/platform/ledger/initialise-ledger.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'
import { proxyTo } from '@stepledger/services/platform/ledger/testing/proxy.ts'
import { type Limits, noLimits } from '@stepledger/services/platform/limits/limits.ts'
import { mailInMemory } from '@stepledger/services/platform/mail/mailer-in-tests.ts'
import { folderStorage } from '@stepledger/services/platform/storage/folder-storage.ts'
import { foldedBefore, followProgress } from '@stepledger/services/progress.ts'
import { migrateGenerations } from '@stepledger/services/projector/generations/tables.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import { openReadModels } from '@stepledger/services/read-models.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { readyPostgres } from '../../scripts/services/ready-postgres.ts'

export interface TestPlayer {
  readonly id: string
  /** Bearer tokens. */
  readonly apiKey: string
  readonly session: string
  readonly sealingKey: Uint8Array
}

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * Ingest with accounts, real database, ledger and projector, called without a socket. An answer that waits for its fold
 * waits as long as it takes.
 */
export async function ingestServer({ limits = noLimits }: { limits?: Limits } = {}) {
  const postgres = await readyPostgres()
  const line = await proxyTo(postgres.url)
  const engine = await openEngine(
    { databaseUrl: line.url, pushChannel: randomUUID() },
    { maxConnections: 10, log: quiet },
  )
  const { database, ledger, push } = engine
  await migrateAccounts(database)
  await migrateIngest(database)
  await migrateGenerations(database)
  const initialisation = { ledgerId: randomUUID(), at: 0, eventIds: [randomUUID(), randomUUID()] } as const
  const { rules } = await initialiseLedger(ledger, { ...initialisation, database })
  const projector = await runProjector(engine, quiet)
  const progress = await followProgress(database, push)
  const patient = {
    ...progress,
    reached: (position: Position, ms: number) => progress.reached(position, ms === 0 ? 0 : 30_000),
  }
  const readModels = openReadModels(database.pool)
  const reads = liveReads(readModels, progress, rules)

  const authentication = postgresAuthentication({ database, log: quiet, now: Date.now })
  const players = postgresDirectory({ database, push })
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-ingest-'))
  const publicUrl = () => 'http://localhost:8080'
  const storage = await folderStorage({ folder, publicUrl, now: Date.now })
  let now = Date.parse('2025-11-20T12:00:00Z')
  let ledgerIsAway = false
  const faultyLedger: Ledger = {
    ...ledger,
    append: (topic, event) =>
      ledgerIsAway ? Promise.reject(new Error('the ledger is away')) : ledger.append(topic, event),
  }

  const handle = handleOn({ database, ledger: faultyLedger })
  const streams = decidedStreams({
    ledger,
    live: async () => {
      const current = progress.current()
      return current && readable(current.generation, readModels)
    },
    foldedUpTo: (ends) => foldedBefore(progress, ends, 30_000),
  })

  const startApp = async (): Promise<FastifyInstance> => {
    const app = testApp({ authentication, limits })
    await accounts(app, {
      database,
      ledger,
      handle,
      competitions: competitionStreams(ledger),
      storage,
      mailer: mailInMemory(),
      progress,
      isAlone: false,
      contact: null,
      publicUrl,
      log: quiet,
      now: Date.now,
      random: randomBytes,
      push,
      readModels: reads,
      readRefusals: (of, limit) => readRefusals(database.pool, limit, of),
      refusedPlaysOf: (player, interval) => readRefusalsOfPlayer(database.pool, player, interval),
    })
    await ingest(app, {
      database,
      ledger: faultyLedger,
      authentication,
      players,
      findByAlias: postgresAliases(database),
      progress: patient,
      reads,
      handle,
      handleEach: handleEachOn({ database, ledger: faultyLedger }),
      streams,
      push,
      recordAction: (entry, by) => insertOperatorAuditEntry(accountsDatabase(database), entry, by),
      tracing: null,
      log: quiet,
      now: () => now,
      random: randomBytes,
    })
    return app
  }
  let app = await startApp()

  const reached = async (position: string | undefined) => {
    const wanted = parsePosition(position ?? '')
    if (!wanted || !(await progress.reached(wanted, 30_000))) throw new Error(`not folded: ${position}`)
  }

  return {
    url: postgres.url,
    database,
    ledger,
    progress,
    /** Registers a player and creates an API key, as the web app does. */
    async addPlayer(alias: string, timeZone = 'Europe/Berlin'): Promise<TestPlayer> {
      const registered = await app.inject({
        method: 'POST',
        url: '/api/register',
        payload: { email: `${alias}@example.org`, alias, password: 'correct horse', timeZone },
      })
      const { token, user } = authAnswer.parse(registered.json())
      const made = await app.inject({
        method: 'POST',
        url: '/api/api-keys',
        headers: { authorization: `Bearer ${token}` },
        payload: {},
      })
      const secrets = await authentication.secretsOf(user.id)
      if (!secrets) throw new Error(`no secrets of ${alias}`)
      const { key } = createApiKey.answer.parse(made.json())
      return { id: user.id, apiKey: key, session: token, sealingKey: secrets.sealingKey }
    },
    /** Ids of players without a sign-in. */
    async addStrangers(count: number): Promise<string[]> {
      const ids = Array.from({ length: count }, () => randomUUID())
      await database.pool.query(
        `insert into accounts.players (id, alias, alias_key, email, email_key, password_hash, sealing_key, created_at, updated_at)
         select id, id, id, id, id, '', sha256(id::text::bytea), now(), now() from unnest($1::uuid[]) as id`,
        [ids],
      )
      return ids
    },
    /** Verifies the address, as the link of the mail does. */
    async verify({ id }: TestPlayer) {
      await database.pool.query('update accounts.players set email_verified_at = now() where id = $1', [id])
      authentication.forget(id)
    },
    setNow: (iso: string) => {
      now = Date.parse(iso)
    },
    setLedgerAway: (away: boolean) => {
      ledgerIsAway = away
    },
    /** Cuts all connections to the database until `restoreDatabase`. */
    cutDatabase: () => line.refuse(),
    restoreDatabase: () => line.accept(),
    /** The database accepts connections and answers nothing until `resumeDatabase`. */
    hangDatabase: () => line.stall(),
    resumeDatabase: () => line.resume(),
    call: (options: InjectOptions) => app.inject(options),
    /** Another process of the same services. The caller closes it. */
    startAnother: startApp,
    /** Submits a play as the game does. */
    async send(
      player: TestPlayer,
      body: Record<string, unknown>,
      headers: Record<string, string> = {},
      address = '127.0.0.1',
    ) {
      const answer = await app.inject({
        method: 'POST',
        url: `/v1/chart/${String(body.hash)}/play`,
        headers: { authorization: `Bearer ${player.apiKey}`, 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(body),
        remoteAddress: address,
      })
      return answer
    },
    /** Submits a play, which must succeed. */
    async keep(
      player: TestPlayer,
      body: Record<string, unknown>,
      headers: Record<string, string> = {},
    ): Promise<SubmitAnswer> {
      const answer = await this.send(player, body, { prefer: 'wait=0', ...headers })
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
      return submitAnswer.parse(answer.json())
    },
    reached,
    /** All events of the topic `events`, in order of each partition. */
    async events(): Promise<AnyEvent[]> {
      const recorded: RecordedEvent[] = []
      const from = (await ledger.ends('events')).map(() => 0)
      for await (const batch of ledger.read('events', from)) recorded.push(...batch)
      return recorded.flatMap(({ bytes }) => decodeEvent(bytes) ?? [])
    },
    /** Restarts the service: only the database keeps its state. */
    async restart() {
      await app.close()
      app = await startApp()
    },
    async stop() {
      await app.close()
      players.stop()
      await projector.stop()
      await progress.stop()
      await engine.close()
      await line.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type IngestServer = Awaited<ReturnType<typeof ingestServer>>

/** Status, fields and reasons of an error response. */
export function refusalOf(answer: { statusCode: number; json(): unknown }) {
  const { error, field, reasons } = errorAnswer.parse(answer.json())
  return { status: answer.statusCode, error, field, reasons }
}
