import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@stepledger/services/embedded-postgres/embedded-postgres.ts'
import pg from 'pg'
import { afterThisProcess } from './services/after-this-process.ts'
import { isAvailable, shareServer, shareUntilUnused, startOwn } from './services/find-server.ts'
import { type BrokerOptions, kafka, kafkaWith } from './services/kafka.ts'
import { redis } from './services/redis.ts'
import { makeBucket, s3 } from './services/s3.ts'
import { type OwnServer, ownName, type ServerKind } from './services/server-kind.ts'

// The services that tests, benches and `npm run dev:distributed` use. Each comes from the first available of: its
// address in the environment; Docker (not for Postgres, which comes with npm); a program on this machine. A server
// started here listens on a free port of 127.0.0.1, stores data in a temporary folder, and ends with this process. See
// services/ for how each kind is started.

export type TestService = { url: string; stop(): Promise<void> }

/**
 * An empty database, on the server of `TEST_DATABASE_URL` (Postgres 15 or newer, with a role that may create databases),
 * otherwise on a Postgres that this process starts on the first call and ends after the last stop. Under vitest the
 * address is always set: see vitest-services.ts. `template`: a database of that server to copy.
 */
export async function postgresForTests(template = 'template0'): Promise<TestService> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await sharedServer()
  const name = `stepledger_test_${randomBytes(6).toString('hex')}`
  await run(server.url, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async stop() {
      await dropDatabase(server.url, name)
      await server.stop()
    },
  }
}

/**
 * The Postgres that ships with the server, with the same settings and durability, in a temporary folder. The role may
 * create and own databases, and is no superuser.
 */
export async function temporaryPostgres(): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-test-'))
  const log = { info: () => {}, warn: console.error, error: console.error }
  const server = await startEmbeddedPostgres({ dataDir, log, ownerMakesDatabases: true })
  const watch = removeAfterThisProcess(dataDir)
  return {
    url: server.ownerUrl,
    async stop() {
      await server.stop()
      watch.kill('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** For `describe.skipIf(!(await isKafkaAvailable()))` in a test file: starts nothing. */
export function isKafkaAvailable(): Promise<boolean> {
  return isServerAvailable(kafka)
}

/**
 * A unique topic prefix without topics, on the broker of `TEST_KAFKA_URL` or on one shared by all tests of a run. Its
 * topics stay until the broker ends.
 */
export async function kafkaForTests(): Promise<TestService> {
  const { url, stop } = await shareServer(kafka)
  return { url: `${url}/${ownName()}`, stop }
}

/** A separate broker, which can be killed and restarted. */
export async function ownKafka(options: BrokerOptions = {}): Promise<OwnServer> {
  const broker = await startOwn(kafkaWith(options))
  return { ...broker, url: `${broker.url}/${ownName()}` }
}

/** See isKafkaAvailable. */
export function isRedisAvailable(): Promise<boolean> {
  return isServerAvailable(redis)
}

/** A unique prefix for keys and channels, on the Redis of `TEST_REDIS_URL` or on one shared by all tests of a run. */
export async function redisForTests(): Promise<TestService & { prefix: string }> {
  return { ...(await shareServer(redis)), prefix: ownName() }
}

/** A separate Redis, which can be killed and is empty after a restart. */
export function ownRedis(): Promise<OwnServer> {
  return startOwn(redis)
}

/** See isKafkaAvailable. */
export function isS3Available(): Promise<boolean> {
  return isServerAvailable(s3)
}

/**
 * An empty bucket, on the server of `TEST_S3_URL` or on one shared by all tests of a run: its STORAGE_URL, and the
 * variables with its credentials.
 */
export async function s3ForTests(): Promise<TestService & { environment: Record<string, string> }> {
  const { url, stop } = await shareServer(s3)
  return { ...(await makeBucket(url, ownName())), stop }
}

/** A separate S3 server without a bucket, which can be killed and restarted. */
export function ownS3(): Promise<OwnServer> {
  return startOwn(s3)
}

/**
 * Path of Chromium: CHROMIUM_PATH, or a well-known path, or null. Prefers the headless shell, the same engine without
 * windows, which saves a fifth of the CPU time of a browser test.
 */
export function chromiumPath(): string | null {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  const places = [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/snap/bin/chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ]
  return places.find((place) => existsSync(place)) ?? null
}

/**
 * Returns `found`. If it is null, prints what is skipped and how to install it, and returns null for `describe.skipIf`;
 * with CI=true it throws, because an incomplete run proves nothing.
 */
export function requireOrSkip<T>(found: T | null, what: string, installHint: string): T | null {
  if (found !== null) return found
  const message = `${what} is missing. To install it: ${installHint}`
  if (process.env.CI === 'true') throw new Error(message)
  console.error(`\nSKIPPED: ${message}\n`)
  return null
}

async function isServerAvailable(kind: ServerKind): Promise<boolean> {
  const found = (await isAvailable(kind)) ? kind : null
  return requireOrSkip(found, kind.name, kind.installHint) !== null
}

const sharedServer = shareUntilUnused(temporaryPostgres)

/** Stops the Postgres in `dataDir` and removes the folder after this process. */
export function removeAfterThisProcess(dataDir: string) {
  return afterThisProcess('sleep 2; rm -rf "$0"', dataDir)
}

/** Retries for a while: without superuser rights an autovacuum worker in the database can't be ended. */
export async function dropDatabase(url: string, database: string): Promise<void> {
  const deadline = performance.now() + 60_000
  for (;;) {
    try {
      return await run(url, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    } catch (error) {
      const refused = error instanceof pg.DatabaseError && error.code === '42501'
      if (!refused || performance.now() > deadline) throw error
      await sleep(50)
    }
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
