import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@stepledger/services/platform/database/embedded-postgres.ts'
import pg from 'pg'
import { canHave, shareServer, startOwn } from './services/find-server.ts'
import { type BrokerOptions, kafka, kafkaWith } from './services/kafka.ts'
import { redis } from './services/redis.ts'
import { makeBucket, s3 } from './services/s3.ts'
import { type OwnServer, ownName, type ServerKind } from './services/server-kind.ts'

// The services that tests, benches and `npm run dev:distributed` run against. Each is taken from, in this order: its
// address in the environment; Docker, when its engine answers (not Postgres, which comes with npm); a program of this
// machine. A server started here listens on 127.0.0.1, on a free port, in a temporary folder, and does not outlive this
// process. How each kind is started stands in services/.

/** A service of one's own until it is stopped. */
export type TestService = { url: string; stop(): Promise<void> }

/**
 * An empty database, on the server of `TEST_DATABASE_URL` (any Postgres from 15 on, whose role may create databases) or
 * else on one that this process starts at the first call and ends after the last stop. Under vitest the address is
 * always there: see vitest-services.ts.
 */
export async function postgresForTests(): Promise<TestService> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await sharedServer()
  const name = `stepledger_test_${randomBytes(6).toString('hex')}`
  await run(server.url, `CREATE DATABASE ${name} TEMPLATE template0`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async stop() {
      await drop(server.url, name)
      await server.stop()
    },
  }
}

/**
 * The Postgres that ships with the server, with the settings and the durability it has there, in a temporary folder: as
 * a role that may make databases and owns them, and is no superuser.
 */
export async function temporaryPostgres(): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-test-'))
  const log = { info: () => {}, warn: console.error, error: console.error }
  const server = await startEmbeddedPostgres({ dataDir, log, ownerMakesDatabases: true })
  const watch = endWithThisProcess(dataDir)
  return {
    url: server.ownerUrl,
    async stop() {
      await server.stop()
      watch.kill('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** For `describe.skipIf(!(await kafkaIsHere()))`, at the head of a test file: starts nothing. */
export function kafkaIsHere(): Promise<boolean> {
  return isHere(kafka)
}

/**
 * A prefix of one's own, without topics yet, on the broker of `TEST_KAFKA_URL` or on one that all tests of a run share.
 * Topics made under it stay until the broker ends.
 */
export async function kafkaForTests(): Promise<TestService> {
  const { url, stop } = await shareServer(kafka)
  return { url: `${url}/${ownName()}`, stop }
}

/** A broker of one's own, to be killed and started again. */
export async function ownKafka(options: BrokerOptions = {}): Promise<OwnServer> {
  const broker = await startOwn(kafkaWith(options))
  return { ...broker, url: `${broker.url}/${ownName()}` }
}

/** As kafkaIsHere. */
export function redisIsHere(): Promise<boolean> {
  return isHere(redis)
}

/**
 * A prefix of one's own for keys and channels, on the Redis of `TEST_REDIS_URL` or on one that all tests of a run
 * share.
 */
export async function redisForTests(): Promise<TestService & { prefix: string }> {
  return { ...(await shareServer(redis)), prefix: ownName() }
}

/** A Redis of one's own, to be killed and started again: it is empty then. */
export function ownRedis(): Promise<OwnServer> {
  return startOwn(redis)
}

/** As kafkaIsHere. */
export function s3IsHere(): Promise<boolean> {
  return isHere(s3)
}

/**
 * An empty bucket, on the server of `TEST_S3_URL` or on one that all tests of a run share: its address as STORAGE_URL
 * has it, and the variables with the credentials for it.
 */
export async function s3ForTests(): Promise<TestService & { environment: Record<string, string> }> {
  const { url, stop } = await shareServer(s3)
  return { ...(await makeBucket(url, ownName())), stop }
}

/** An S3 server of one's own, without a bucket, to be killed and started again. */
export function ownS3(): Promise<OwnServer> {
  return startOwn(s3)
}

/**
 * Where Chromium is: CHROMIUM_PATH, or a well-known place, or null. The headless shell comes first: it is the same engine
 * without the windows around it, which take a fifth of the CPU of a browser test.
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
 * For what a test needs from the machine: gives it back when found. Else says loudly what is skipped and how to get it,
 * and gives null, for `describe.skipIf`; with CI=true it throws, since a run that leaves things out proves nothing.
 */
export function requireOrSkip<T>(found: T | null, what: string, howToGetIt: string): T | null {
  if (found !== null) return found
  const message = `${what} is not here. To get it: ${howToGetIt}`
  if (process.env.CI === 'true') throw new Error(message)
  console.error(`\nSKIPPED: ${message}\n`)
  return null
}

async function isHere(kind: ServerKind): Promise<boolean> {
  const found = (await canHave(kind)) ? kind : null
  return requireOrSkip(found, kind.name, kind.howToGetIt) !== null
}

let shared: { server: Promise<TestService>; users: number } | null = null

async function sharedServer(): Promise<TestService> {
  shared ??= { server: temporaryPostgres(), users: 0 }
  const mine = shared
  mine.users += 1
  const { url, stop } = await mine.server
  return {
    url,
    async stop() {
      mine.users -= 1
      if (mine.users > 0) return
      if (shared === mine) shared = null
      await stop()
    },
  }
}

/** A shell that waits for the end of this process, kill -9 included, then ends the Postgres and removes its folder. */
export function endWithThisProcess(dataDir: string) {
  const script = 'read -r _; kill -INT "$(head -n 1 "$0/postgres/postmaster.pid")"; sleep 2; rm -rf "$0"'
  const watch = spawn('sh', ['-c', script, dataDir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  watch.unref()
  if ('unref' in watch.stdin && typeof watch.stdin.unref === 'function') watch.stdin.unref()
  return watch
}

/** Again for a while when it is refused: who is no superuser may not end the autovacuum that is just at work there. */
async function drop(url: string, database: string): Promise<void> {
  const giveUpAt = performance.now() + 60_000
  for (;;) {
    try {
      return await run(url, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    } catch (error) {
      const refused = error instanceof pg.DatabaseError && error.code === '42501'
      if (!refused || performance.now() > giveUpAt) throw error
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
