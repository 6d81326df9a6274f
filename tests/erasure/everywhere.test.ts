import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { download } from '@stepledger/contracts/http/own-data.ts'
import { readConfig } from '@stepledger/services/platform/config/config.ts'
import { openDatabase } from '@stepledger/services/platform/database/database.ts'
import { openEngine } from '@stepledger/services/platform/engine.ts'
import { openStorage } from '@stepledger/services/platform/storage/open-storage.ts'
import { startSystem } from '@stepledger/services/system.ts'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  isKafkaAvailable,
  isRedisAvailable,
  isS3Available,
  kafkaForTests,
  ownRedis,
  postgresForTests,
  s3ForTests,
} from '../../scripts/services.ts'
import { playBody } from '../generators/play-body.ts'
import { isLong } from '../length.ts'
import { command } from '../operator/command.ts'
import { call, newPlayer, submit } from '../system/client.ts'
import { tracesInEvents, tracesInFiles, tracesInRedis, tracesInStorage, tracesInTables } from './traces.ts'

const alias = 'WandaVanish'
const email = 'wanda.vanish@example.com'
const patient = { timeout: 60_000, interval: 100 }

/** Kafka, Redis and S3 for one system. */
async function startServers() {
  const [kafka, redis, s3] = [await kafkaForTests(), await ownRedis(), await s3ForTests()]
  const env = { LEDGER_URL: `${kafka.url}?topics=make`, REDIS_URL: redis.url, STORAGE_URL: s3.url }
  // The S3 credentials are environment variables, not configuration.
  for (const [name, value] of Object.entries(s3.environment)) vi.stubEnv(name, value)
  const stop = async () => {
    vi.unstubAllEnvs()
    for (const server of [kafka, redis, s3]) await server.stop()
  }
  return { env, stop }
}

/**
 * The whole system in this process. `isDistributed`: the ledger in Kafka, boards in Redis, files in S3; otherwise
 * everything in Postgres and a folder.
 */
async function prepare(isDistributed: boolean) {
  const postgres = await postgresForTests()
  const servers = isDistributed ? await startServers() : null
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-erasure-'))
  const env = { DATA_DIR: dataDir, PUBLIC_URL: 'https://scores.example', ...servers?.env }
  const database = openDatabase({ url: postgres.url, maxConnections: 2 })
  const config = readConfig({ ...env, PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'silent' })
  const log = pino({ level: 'silent' })
  const system = await startSystem({
    config,
    log,
    databaseUrl: postgres.url,
    only: new Set(['accounts', 'catalogue', 'ingest', 'query', 'projector']),
    websiteDir: null,
    projectorWorker: null,
    packWorker: null,
    exportWorker: null,
    onFatalError: (error) => {
      throw error
    },
  })
  const { url } = system
  const { ledgerUrl, redisUrl, storageUrl } = config
  const storage = await openStorage({
    url: storageUrl,
    dataDir,
    publicUrl: () => url,
    env: process.env,
    now: Date.now,
  })
  const engine = await openEngine(
    { databaseUrl: postgres.url, ledgerUrl, redisUrl: null, pushChannel: dataDir },
    { maxConnections: 2, log },
  )
  onTestFinished(async () => {
    await system.stop()
    await storage.close()
    await engine.close()
    await database.close()
    await postgres.stop()
    await servers?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await vi.waitUntil(async () => (await call(`${url}/health/ready`)).status === 200, patient)
  const ledger = (...args: string[]) => command(postgres.url, args, { env })
  return { url, database, dataDir, storage, events: engine.ledger, redisUrl, ledger }
}
type Place = Awaited<ReturnType<typeof prepare>>

const serversAreHere = [await isKafkaAvailable(), await isRedisAvailable(), await isS3Available()].every(
  Boolean,
)

const inServers = { where: 'in Kafka, Redis and S3', isDistributed: true, here: serversAreHere }
const inFolder = { where: 'in Postgres and a folder', isDistributed: false, here: true }

// Kafka, Redis and S3 are further places, beside the same tables.
describe.each(isLong || !serversAreHere ? [inServers, inFolder] : [inServers])(
  'erasing a player, $where',
  ({ isDistributed, here }) => {
    it.skipIf(!here)(
      'leaves no trace of alias, mail and id except in events and a tombstone, also after history is folded again',
      async () => {
        const place = await prepare(isDistributed)
        const { url, database, ledger } = place
        const wanda = await playAndLeaveTraces(place)
        const traces = { personal: [alias, email, alias.toLowerCase(), 'wanda'], id: wanda.id }
        const before = await tracesInTables(database, traces)
        expect(before.personalIn.length).toBeGreaterThan(5)
        expect(Object.keys(before.idIn).length).toBeGreaterThan(15)
        expect((await tracesInFiles(place.dataDir, traces)).length).toBeGreaterThan(0)
        expect((await tracesInStorage(place.storage, traces)).length).toBeGreaterThan(1)
        const pages = await pagesOf(place, wanda)
        expect(pages.filter(({ text }) => text.includes(alias)).length).toBeGreaterThan(5)

        const erased = await ledger('erase', alias, '--yes', '--json')
        expect(erased.json()).toMatchObject({ done: { playerId: wanda.id, folded: true } })
        // The name disappears from all pages at once.
        const shown = async () =>
          (await pagesOf(place, wanda)).filter(({ text }) => text.toLowerCase().includes('wanda'))
        await vi.waitUntil(async () => (await shown()).length === 0, patient)
        // Waits out the delay that is given to requests in progress.
        await database.pool.query("UPDATE accounts.erasures SET gone_at = gone_at - interval '1 day'")
        await database.pool.query("SELECT pg_notify('own_data', '')")
        const open = async () => (await database.pool.query('SELECT FROM accounts.erasures')).rowCount
        await vi.waitUntil(async () => (await open()) === 0, patient)

        const look = async (generations: readonly string[]) => {
          // The queue of the Redis mirror is emptied by the mirroring.
          const tombstones = generations.map((schema) => [`${schema}.players`, 1])
          await expect
            .poll(async () => {
              const { personalIn, idIn } = await tracesInTables(database, traces)
              const { 'ledger.events': _events, ...others } = idIn
              return { personalIn, others }
            }, patient)
            .toEqual({ personalIn: [], others: Object.fromEntries(tombstones) })
          expect(await tracesInFiles(place.dataDir, traces)).toEqual([])
          expect(await tracesInStorage(place.storage, traces)).toEqual([])
          const inEvents = await tracesInEvents(place.events, traces)
          expect({ ...inEvents, id: inEvents.id > 0 }).toEqual({ personal: 0, id: true })
          if (place.redisUrl !== null)
            await expect.poll(() => tracesInRedis(place.redisUrl ?? '', traces), patient).toEqual([])
          const pagesWithName = (await pagesOf(place, wanda)).filter(
            ({ text }) => text.toLowerCase().includes('wanda') || text.includes(wanda.id),
          )
          expect(pagesWithName).toEqual([])
        }
        await look(['g1'])
        expect((await ledger('verify')).code).toBe(0)
        expect((await ledger('replay')).code).toBe(0)
        await look(['g1', 'g2'])
        expect((await call(`${url}/api/user/${wanda.id}`)).status).toBe(404)
      },
    )
  },
)

const hash = '0123456789abcdef'

/** A player with a best score, rivals in both directions, and data in every feature. */
async function playAndLeaveTraces({ url, database, dataDir, storage, ledger }: Place) {
  const registered = await call(`${url}/api/register`, { body: { email, alias, password: 'correct horse' } })
  expect(registered.status).toBe(200)
  const ben = await newPlayer(url, 'ben')
  const token = await sessionOf(url)
  const { id } = Object(Object((await call(`${url}/api/user`, { token })).body))
  const made = await call(`${url}/api/api-keys`, { token, body: {} })
  const wanda = { id: String(id), alias, token, key: String(Object(made.body).key) }
  const remark = `${alias} <${email}> was here`
  const { playId } = await submit(url, wanda, { ...playBody({ seed: 1 }), hash, remark })
  await submit(url, wanda, { ...playBody({ seed: 2 }), hash: 'fedcba9876543210' })
  const { position } = await submit(url, ben, { ...playBody({ seed: 3 }), hash })
  await call(`${url}/api/rivals`, { token, body: { rivalUserId: ben.id } })
  const followed = await call(`${url}/api/rivals`, { token: ben.token, body: { rivalUserId: wanda.id } })
  const at = followed.headers.get('ledger-position') ?? position
  await call(`${url}/api/blueshift`, { headers: { 'ledger-position': String(at) } })

  await ledger('grant', alias, 'packs.upload')
  const body = { filename: 'Pack of WandaVanish.zip', contentType: 'application/zip' }
  // The permission is announced asynchronously.
  const mayUpload = async () => (await call(`${url}/api/pack/upload-url`, { token, body })).status === 200
  await vi.waitUntil(mayUpload, patient)
  await call(`${url}/api/user/erasure`, { token, body: {} })

  const picture = 'c'.repeat(64)
  await storage.put(`media/cc/${picture}.jpg`, Buffer.from(`drawn by ${alias}`))
  await storage.put('avatars/wanda.png', Buffer.from('sent by wanda'))
  await database.pool.query('UPDATE accounts.players SET picture = $2 WHERE id = $1', [wanda.id, picture])
  await database.pool.query(
    "INSERT INTO accounts.picture_uploads (key, player_id, issued_at) VALUES ('avatars/wanda.png', $1, now())",
    [wanda.id],
  )
  await database.pool.query(
    "INSERT INTO accounts.former_aliases (alias_key, alias, player_id, until) VALUES ('wandaold', 'WandaOld', $1, now())",
    [wanda.id],
  )

  await call(`${url}/api/user/download`, { token, body: {} })
  const state = async () => download.parse((await call(`${url}/api/user/download`, { token })).body).state
  await vi.waitUntil(async () => (await state()) === 'ready', patient)
  for (const path of [`play/${playId}`, `player/${wanda.id}`, `chart/${hash}`])
    expect((await fetch(`${url}/picture/${path}.png`)).status).toBe(200)
  await vi.waitUntil(async () => (await readdir(join(dataDir, 'mail')).catch(() => [])).length > 1, patient)
  return { ...wanda, playId, ben: ben.token }
}

async function sessionOf(url: string): Promise<string> {
  const { body } = await call(`${url}/api/login`, { body: { email, password: 'correct horse' } })
  return String(Object(body).token)
}

/** All public pages that showed the player. */
async function pagesOf({ url }: Place, { id, playId, ben }: { id: string; playId: number; ben: string }) {
  const paths = [
    '/api/blueshift',
    '/api/charts',
    `/api/chart/${hash}`,
    `/api/chart/${hash}/leaderboards?page=1`,
    `/api/play/${playId}`,
    `/api/play/${playId}/standings`,
    `/api/user/${id}`,
    '/api/users/autocomplete?query=wan',
    '/sitemap/players.xml',
    `/picture/chart/${hash}.png`,
  ]
  return Promise.all(
    paths.map(async (path) => {
      const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${ben}` } })
      return { path, text: response.ok ? await response.text() : '' }
    }),
  )
}
