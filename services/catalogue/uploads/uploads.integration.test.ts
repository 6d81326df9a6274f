import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { createPackUpload, maxOpenUploads } from '@stepledger/contracts/http/pack-uploads.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { uploadKey } from '@stepledger/contracts/storage-keys.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { postgresForTests } from '../../../scripts/services.ts'
import { madePack, madeSimfile } from '../../../tests/generators/pack.ts'
import { decidedStreams } from '../../decided-streams.ts'
import { liveReads } from '../../live-reads.ts'
import { deferred } from '../../platform/async/deferred-in-tests.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { handleOn } from '../../platform/decisions/handle.ts'
import { authenticationOf, testApp } from '../../platform/http/test-app.ts'
import { initialiseLedger } from '../../platform/ledger/initialise-ledger.ts'
import { postgresLedger } from '../../platform/ledger/postgres-ledger.ts'
import { folderStorage } from '../../platform/storage/folder-storage.ts'
import { openReadModels } from '../../read-models.ts'
import { catalogue } from '../catalogue.ts'
import { packReader } from '../read-pack/reader-thread.ts'
import { detectArrivals, sweepUploads } from './detect-arrivals.ts'
import { migrateCatalogue } from './tables.ts'
import { addUploadIf, moveUpload, uploadById } from './uploads.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }
const pack = madePack('Small', {
  'Song/song.ssc': madeSimfile({ title: 'Song', charts: [{ difficulty: 'Hard', meter: 9, rows: 8 }] }),
})

let service: Awaited<ReturnType<typeof catalogueForTests>>
beforeAll(async () => {
  service = await catalogueForTests()
})
afterAll(() => service.stop())

const push = { publish: () => {} }

/** Resolves when the projector has folded what was appended. */
let folded = Promise.resolve()

/** The catalogue service with its own database, and an uploader with `token`. */
async function catalogueForTests() {
  const postgres = await postgresForTests()
  const database: Database = openDatabase({ url: postgres.url, maxConnections: 8 })
  await migrateCatalogue(database)
  const ledger = await postgresLedger({ database, reading: database, log: silent })
  const eventIds = [randomUUID(), randomUUID()] as const
  await initialiseLedger(ledger, { ledgerId: randomUUID(), at: Date.now(), eventIds, database })
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-catalogue-'))
  const storage = await folderStorage({ folder, publicUrl: () => 'http://localhost', now: Date.now })
  const uploader = () => ({
    by: 'session' as const,
    playerId: randomUUID(),
    credentialId: randomUUID(),
    permissions: new Set(['packs.upload'] as const),
  })
  const authentication = authenticationOf({ token: uploader(), other: uploader() })
  const reads = liveReads(openReadModels(database.pool), { current: () => null }, firstRules)
  const waiting = { ...reads, reached: () => folded.then(() => true) }
  const deps = { database, ledger, push, storage, readPack: packReader(null), log: silent, now: Date.now }
  const operators = {
    players: { lookUp: async () => new Map() },
    findByAlias: async () => null,
    recordAction: async () => {},
  }
  const handle = handleOn({ database, ledger })
  const streams = decidedStreams({ ledger, live: async () => null, foldedUpTo: async () => true })
  /** Each app is like one process of several. */
  const startApp = async () => {
    const app = testApp({ authentication })
    await catalogue(app, { ...deps, ...operators, handle, streams, waiting })
    return app
  }
  const app = await startApp()
  return {
    app,
    startApp,
    database,
    storage,
    deps,
    async stop() {
      await app.close()
      await storage.close()
      await ledger.close()
      await database.close()
      await postgres.stop()
      await rm(folder, { recursive: true })
    },
  }
}

const headers = { authorization: 'Bearer token' }

const request = (filename: string, token: string, app = service.app) =>
  app.inject({
    method: 'POST',
    url: '/api/pack/upload-url',
    headers: { authorization: `Bearer ${token}` },
    payload: { filename, contentType: 'application/zip', size: pack.length },
  })

async function issue(filename = 'Small.zip', token = 'token') {
  return createPackUpload.answer.parse((await request(filename, token)).json())
}

/** Names of the packs whose processing is in the ledger. */
async function processedPacks() {
  const names: string[] = []
  const { ledger } = service.deps
  for await (const batch of ledger.read(
    'events',
    (await ledger.ends('events')).map(() => 0),
  ))
    for (const { bytes } of batch) {
      const event = decodeEvent(bytes)
      if (event?.type === 'PackProcessed') names.push(event.data.name)
    }
  return names
}

async function put({ uploadUrl, headers }: Awaited<ReturnType<typeof issue>>) {
  const { pathname, search } = new URL(uploadUrl)
  return service.app.inject({ method: 'PUT', url: pathname + search, headers, payload: pack })
}

it('an upload URL rejects a zip once the pack is processed', async () => {
  const issued = await issue()
  expect((await put(issued)).statusCode).toBe(200)
  await vi.waitUntil(async () => (await uploadById(service.database, issued.upload.id))?.state === 'ready', {
    timeout: 60_000,
    interval: 20,
  })
  const again = await put(issued)
  expect([again.statusCode, again.json()]).toEqual([
    409,
    { error: 'This file was already uploaded, or is no longer needed' },
  ])
})

it('an upload is ready once its pack is folded', async () => {
  const [fold, finishFold] = deferred()
  folded = fold
  const issued = await issue('Folded.zip')
  expect((await put(issued)).statusCode).toBe(200)
  const state = async () => (await uploadById(service.database, issued.upload.id))?.state
  await expect.poll(processedPacks, { timeout: 60_000 }).toContain('Folded')
  expect(await state()).toBe('processing')
  finishFold()
  await expect.poll(state, { timeout: 60_000 }).toBe('ready')
})

it('an upload URL rejects a zip once the upload is cancelled', async () => {
  const issued = await issue()
  const url = `/api/pack/upload/${issued.upload.id}`
  expect((await service.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(200)
  expect((await put(issued)).statusCode).toBe(409)
  expect(await service.storage.head(issued.uploadKey)).toBeNull()
})

it('of two uploads with the same new name the first one owns the pack, the other is rejected', async () => {
  const [first, second] = [await issue('Wanted.zip'), await issue('WANTED.zip', 'other')]
  const ends = (id: string) =>
    vi.waitUntil(
      async () => {
        const upload = await uploadById(service.database, id)
        return upload && ['ready', 'rejected'].includes(upload.state) && upload
      },
      { timeout: 60_000, interval: 20 },
    )
  expect((await put(first)).statusCode).toBe(200)
  expect(await ends(first.upload.id)).toMatchObject({ state: 'ready' })
  expect((await put(second)).statusCode).toBe(200)
  expect(await ends(second.upload.id)).toMatchObject({
    state: 'rejected',
    result: { reason: 'A pack of this name belongs to another uploader.' },
  })
})

it('zips without an open upload are deleted', async () => {
  const { database, storage } = service
  const [open, cancelled, left] = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of [open, cancelled, left]) await storage.put(uploadKey(id), pack)
  const row = { uploader: null, name: 'Small', size: 1, createdAt: Date.now(), until: Date.now() + 3_600_000 }
  for (const id of [open, cancelled]) await addUploadIf({ database, push }, { ...row, id }, () => {})
  await moveUpload({ database, push }, cancelled, ['issued'], 'cancelled', Date.now())

  await sweepUploads({ database, storage })

  const kept: string[] = []
  for await (const { key } of storage.list('uploads/')) kept.push(key)
  expect(kept).toEqual([uploadKey(open)])
})

it('checks for zips once for all calls during a check that a slow storage delays', async () => {
  const { database, storage } = service
  const id = randomUUID()
  const times = { createdAt: Date.now(), until: Date.now() + 3_600_000 }
  await addUploadIf({ database, push }, { id, uploader: null, name: 'Slow', size: 1, ...times }, () => {})
  let heads = 0
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const slow = {
    ...storage,
    async head(key: string) {
      if (key === uploadKey(id)) heads += 1
      await answered
      return storage.head(key)
    },
  }
  const deps = { ...service.deps, storage: slow }

  const arrivals = detectArrivals(deps)
  const polls = Array.from({ length: 20 }, arrivals.poll)
  answer()
  await Promise.all(polls)
  await arrivals.stop()

  // That of the start, the one that all calls share, and those of the timer.
  expect(heads).toBeGreaterThanOrEqual(1)
  expect(heads).toBeLessThan(polls.length / 2)
  await moveUpload({ database, push }, id, ['issued'], 'cancelled', Date.now())
})

it('requests at once to two processes do not exceed the limit of open uploads', async () => {
  const second = await service.startApp()
  const names = Array.from({ length: maxOpenUploads.own + 5 }, (_, n) => `Pack ${n}.zip`)
  const answers = await Promise.all(
    names.map((name, n) => request(name, 'other', n % 2 === 0 ? second : undefined)),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(maxOpenUploads.own)
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(5)
  await second.close()
})
