import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuthAnswer } from '@stepledger/contracts/http/shapes/user.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { postgresForTests } from '../../scripts/services.ts'
import { migrateCatalogue } from '../catalogue/uploads/tables.ts'
import { competitionStreams } from '../competition-streams.ts'
import { migrateCompetitions } from '../competitions/tables.ts'
import { readRefusals, readRefusalsOfPlayer } from '../ingest/refusals/refusals-table.ts'
import { migrateIngest } from '../ingest/tables.ts'
import { liveReads } from '../live-reads.ts'
import type { Authentication } from '../platform/authentication/authentication.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { handleOn } from '../platform/decisions/handle.ts'
import { testApp } from '../platform/http/test-app.ts'
import { initialiseLedger } from '../platform/ledger/initialise-ledger.ts'
import type { Ledger } from '../platform/ledger/ledger.ts'
import { postgresLedger } from '../platform/ledger/postgres-ledger.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Mailer, MailMessage } from '../platform/mail/mailer.ts'
import { mailInMemory } from '../platform/mail/mailer-in-tests.ts'
import { inProcessPush } from '../platform/push/in-process.ts'
import type { Push } from '../platform/push/push.ts'
import { folderStorage } from '../platform/storage/folder-storage.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { migrateGenerations } from '../projector/generations/tables.ts'
import { openReadModels } from '../read-models.ts'
import { accounts } from './accounts.ts'
import { postgresAuthentication } from './authentication/authenticate-token.ts'
import type { AccountsReads } from './deps.ts'
import { migrateAccounts } from './migrations.ts'

export const testPassword = 'correct horse'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

export interface AccountsForTests {
  readonly app: FastifyInstance
  readonly database: Database
  readonly authentication: Authentication
  readonly push: Push
  /** The clock of the service, mutable. */
  readonly clock: { now: number }
  /** Sent mails, in order. */
  readonly letters: readonly MailMessage[]
  readonly storage: Storage
  readonly ledger: Ledger
  send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    options?: { body?: InjectOptions['payload']; token?: string; address?: string },
  ): Promise<LightMyRequestResponse>
  /** Registers a player, `name@example.org` with `testPassword`. */
  register(name: string): Promise<AuthAnswer>
  stop(): Promise<void>
}

/** Starts the accounts service on a database of its own. */
export async function accountsForTests(
  options: { limits?: Limits; mailer?: Mailer; readModels?: Partial<AccountsReads> } = {},
): Promise<AccountsForTests> {
  const postgres = await postgresForTests()
  const database = openDatabase({ url: postgres.url, maxConnections: 8 })
  await migrateAccounts(database)
  await migrateIngest(database)
  await migrateCatalogue(database)
  await migrateCompetitions(database)
  await migrateGenerations(database)
  const clock = { now: Date.UTC(2026, 0, 1) }
  const now = () => clock.now
  const push = inProcessPush(`test-${randomBytes(6).toString('hex')}`)
  const authentication = postgresAuthentication({ database, log: silent, now })
  const app = testApp({ authentication, ...(options.limits && { limits: options.limits }) })
  const beforeFirstGeneration = liveReads(openReadModels(database.pool), { current: () => null }, firstRules)
  const readModels = { ...beforeFirstGeneration, ...options.readModels }
  const memory = mailInMemory()
  const mailer = options.mailer ?? memory
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-accounts-'))
  const publicUrl = () => 'http://localhost:8080'
  const storage = await folderStorage({ folder, publicUrl, now })
  const ledger = await postgresLedger({ database, reading: database, log: silent })
  await initialiseLedger(ledger, {
    ledgerId: randomUUID(),
    at: now(),
    eventIds: [randomUUID(), randomUUID()],
    database,
  })
  await accounts(app, {
    database,
    push,
    ledger,
    handle: handleOn({ database, ledger }),
    competitions: competitionStreams(ledger),
    storage,
    mailer,
    contact: 'help@scores.example',
    publicUrl,
    log: silent,
    now,
    random: randomBytes,
    readModels,
    progress: { reached: async () => false },
    isAlone: false,
    readRefusals: (of, limit) => readRefusals(database.pool, limit, of),
    refusedPlaysOf: (player, interval) => readRefusalsOfPlayer(database.pool, player, interval),
  })

  const send: AccountsForTests['send'] = (method, url, { body, token, address } = {}) =>
    app.inject({
      method,
      url,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(body !== undefined && { payload: body }),
      ...(address !== undefined && { remoteAddress: address }),
    })

  return {
    app,
    database,
    authentication,
    push,
    clock,
    letters: memory.letters,
    storage,
    ledger,
    send,
    async register(name) {
      const body = { email: `${name}@example.org`, alias: name, password: testPassword }
      const answer = await send('POST', '/api/register', { body })
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json<AuthAnswer>()
    },
    async stop() {
      await app.close()
      await ledger.close()
      await rm(folder, { recursive: true, force: true })
      await push.close()
      await database.close()
      await postgres.stop()
    },
  }
}
