import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { madePack, madeSimfile } from '../generators/pack.ts'
import { isLong } from '../length.ts'
import { newPlayer } from '../system/client.ts'
import { runLedger } from '../system/ledger-command.ts'
import { type Server, startServer } from '../system/server.ts'
import { sendPack, waitUntilProcessed } from './upload.ts'

const songs = 1_000
const maxSeconds = isLong ? 120 : 60
const difficulties = isLong ? ['Beginner', 'Easy', 'Medium', 'Hard', 'Challenge'] : ['Challenge']
/** One song in this many has a banner. */
const banners = isLong ? 1 : 20

let folder: string
let server: Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepledger-large-pack-'))
  server = await startServer(folder)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

it(`a pack of 1,000 songs is processed in ${maxSeconds} seconds, with less than 300 MB of memory`, async () => {
  const uploader = await newPlayer(server.url, 'uma')
  await runLedger(folder, ['grant', 'uma', 'packs.upload'])
  const zip = madePack('A Thousand', await files())

  const start = performance.now()
  const id = await sendPack(server.url, uploader, 'A Thousand', zip)
  const done = await waitUntilProcessed(server.url, uploader, id)
  const seconds = (performance.now() - start) / 1000

  expect(done).toMatchObject({
    state: 'ready',
    result: { songs, charts: difficulties.length * songs, leftOut: [] },
  })
  const megabytes = await maxMemory(server.pid)
  process.stdout.write(`${songs} songs: ${seconds.toFixed(1)} s, ${megabytes} MB\n`)
  expect([seconds, megabytes]).toEqual([below(maxSeconds), below(300)])
})

const below = (most: number) => expect.toSatisfy((n: number) => n < most)

async function files(): Promise<Record<string, string | Buffer>> {
  const all: Record<string, string | Buffer> = {}
  for (let n = 0; n < songs; n += 1) {
    all[`Song ${n}/song.ssc`] = simfile(n)
    if (n % banners === 0) all[`Song ${n}/song-bn.png`] = await banner(n)
  }
  return all
}

/** Two minutes at 150 bpm. Each has a different length, so no two share a chart. */
function simfile(n: number): string {
  return madeSimfile({
    title: `Song ${n}`,
    measures: 60 + (n % 30),
    charts: difficulties.map((difficulty, i) => ({
      difficulty,
      meter: 3 * i + 1,
      rows: [4, 8, 8, 16, 16][i] ?? 16,
    })),
  })
}

/** The size of most banners. */
function banner(n: number): Promise<Buffer> {
  const colour = { r: n % 256, g: (n * 7) % 256, b: (n * 13) % 256 }
  return sharp({
    create: {
      width: 418,
      height: 164,
      channels: 3,
      background: colour,
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png()
    .toBuffer()
}

/** Peak memory of the whole server, MB. */
async function maxMemory(pid: number): Promise<number> {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1000)
}
