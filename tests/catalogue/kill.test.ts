import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listPackUploads } from '@stepledger/contracts/http/pack-uploads.ts'
import { listPacks, listSimfiles } from '@stepledger/contracts/http/packs.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { madePack, madeSimfile } from '../generators/pack.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { runLedger } from '../system/ledger-command.ts'
import { type Server, startServer } from '../system/server.ts'
import { requestUpload, sendPack, waitUntilProcessed } from './upload.ts'

const songs = 120
const names = Array.from({ length: songs }, (_, i) => `Song ${String(i).padStart(3, '0')}`)
const pack = madePack(
  'Many',
  Object.fromEntries(
    names.map((title, i) => [
      `${title}/song.ssc`,
      madeSimfile({ title, measures: 20 + i, charts: [{ difficulty: 'Hard', meter: 9, rows: 16 }] }),
    ]),
  ),
)

/** Invariants 34, 36. */
describe('kill -9 of Node and Postgres', { retry: 0 }, () => {
  let dataDir: string
  let server: Server
  let uploader: Player

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-pack-kill-'))
    server = await startServer(dataDir)
    uploader = await newPlayer(server.url, 'uma')
    await runLedger(dataDir, ['grant', 'uma', 'packs.upload'])
  })
  afterAll(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** File sizes in a folder; 0 for a file that disappeared meanwhile. */
  const sizesIn = async (folder: string) => {
    const sizes = (await readdir(folder).catch(() => [])).map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
    return Promise.all(sizes)
  }
  const songsDone = async () => {
    const { body } = await call(`${server.url}/api/pack/uploads`, { token: uploader.token })
    return listPackUploads.answer.parse(body).uploads[0]?.songsDone ?? 0
  }

  it('while a pack is processed: loses and duplicates no song, and processing resumes after the restart', async () => {
    const id = await sendPack(server.url, uploader, 'Many', pack)
    const killedAt: number[] = []
    for (let kill = 0; kill < 3 && (killedAt.at(-1) ?? 0) < songs; kill++) {
      const least = (kill + 1) * 20
      const done = await vi.waitUntil(
        async () => {
          const now = await songsDone()
          return now >= least ? now : null
        },
        { timeout: 60_000, interval: 10 },
      )
      killedAt.push(done)
      await server.killAll()
      server = await startServer(dataDir)
    }

    expect(killedAt[0]).toBeLessThan(songs)
    expect(await waitUntilProcessed(server.url, uploader, id)).toMatchObject({
      state: 'ready',
      songs,
      result: { songs, charts: songs, leftOut: [] },
    })
    const verified = await runLedger(dataDir, ['verify'])
    expect(verified).toMatchObject({ code: 0 })
    const titles: string[] = []
    for (const page of [1, 2]) {
      const { body } = await call(`${server.url}/api/simfiles?limit=100&page=${page}`)
      titles.push(...listSimfiles.answer.parse(body).data.map(({ title }) => title))
    }
    expect(titles).toEqual(names)
    // Idempotency: a song whose progress was lost with the kill has a second event, at most one per kill.
    const { out } = await runLedger(dataDir, ['events', '--type', 'SongProcessed', '--json'])
    const appended = z.array(z.object({ data: z.object({ songId: z.number() }) })).parse(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
    expect(new Set(appended.map(({ data }) => data.songId)).size).toBe(songs)
    expect(appended.length).toBeLessThanOrEqual(songs + 3)
  })

  it('while a pack is uploaded: leaves no partial file, and the signed address still works after the restart', async () => {
    const zip = madePack('Cut Off', {
      'Half/half.ssc': madeSimfile({ title: 'Half', charts: [{ difficulty: 'Hard', meter: 9, rows: 16 }] }),
      'Half/noise.png': randomBytes(400_000),
    })
    const { uploadUrl, uploadKey, headers, upload } = await requestUpload(
      server.url,
      uploader,
      'Cut Off',
      zip,
    )
    const sending = request(uploadUrl, {
      method: 'PUT',
      headers: { ...headers, 'content-length': zip.length },
    })
    const broken = once(sending, 'error')
    sending.write(zip.subarray(0, zip.length / 2))
    const unfinished = join(dataDir, 'storage', 'unfinished')
    await vi.waitUntil(async () => (await sizesIn(unfinished)).some((size) => size > 0), { timeout: 30_000 })
    await server.killAll()
    await broken
    server = await startServer(dataDir)
    expect(await stat(join(dataDir, 'storage', 'files', uploadKey)).catch(() => null)).toBe(null)

    const { pathname, search } = new URL(uploadUrl)
    const body = new Uint8Array(zip)
    const sent = await fetch(server.url + pathname + search, { method: 'PUT', headers, body })
    expect(sent.status).toBe(200)
    expect(await waitUntilProcessed(server.url, uploader, upload.id)).toMatchObject({
      state: 'ready',
      songs: 1,
    })
    const listed = async () => {
      const { body } = await call(`${server.url}/api/packs?search=Cut`)
      return listPacks.answer.parse(body).data.map(({ name }) => name)
    }
    // The upload becomes ready before its events are folded.
    await expect.poll(listed, { interval: 25 }).toEqual(['Cut Off'])
  })
})
