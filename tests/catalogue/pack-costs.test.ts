import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PackPart } from '@stepledger/services/catalogue/read-pack/pack-part.ts'
import { packReader, type ReaderLimits } from '@stepledger/services/catalogue/read-pack/reader-thread.ts'
import { maxJpegScans } from '@stepledger/services/platform/images/image-format.ts'
import { expect, it, onTestFinished } from 'vitest'
import { madePack, madeSimfile } from '../generators/pack.ts'
import { progressiveJpeg } from '../generators/progressive-jpeg.ts'
import { wideSimfile } from '../generators/wide-simfile.ts'

const worker = new URL('../../dist/pack-worker.js', import.meta.url)
const wide = wideSimfile({ charts: 54, rows: 50_000, panels: 32 })
const song = madeSimfile({ title: 'A', charts: [{ difficulty: 'Hard', meter: 9, rows: 8 }] })
const mebibyte = 1024 ** 2
const forever = new AbortController().signal

/** The parts of a pack, as read by the built worker. */
async function read(
  files: Readonly<Record<string, string | Buffer>>,
  limits?: Partial<ReaderLimits>,
  signal = forever,
): Promise<PackPart[]> {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-costs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const zip = join(folder, 'pack.zip')
  await writeFile(zip, madePack('Costs', files))
  const all = limits && {
    maxSeconds: () => 1_000,
    maxMebibytes: 384,
    madeRatioFrom: 64 * mebibyte,
    ...limits,
  }
  const parts: PackPart[] = []
  for await (const part of packReader(worker, all)(zip, signal)) parts.push(part)
  return parts
}

it('of 54 well-compressible charts with 50,000 rows and 32 panels, two are included', async () => {
  const start = performance.now()
  const parts = await read({ 'A/a.ssc': wide })
  const seconds = (performance.now() - start) / 1000
  const [made] = parts.flatMap((part) => (part.kind === 'song' ? [part] : []))
  expect([made?.song.charts.length, made?.song.leftOut.length]).toEqual([2, 52])
  const bytes = made?.media.reduce((sum, file) => sum + file.bytes.length, 0)
  expect(bytes).toBeLessThan(10_000_000)
  expect(seconds).toBeLessThan(15)
})

it('a pack of songs that are each within the limits is rejected when their total output is too large', async () => {
  const large = wideSimfile({ charts: 2, rows: 50_000, panels: 4 })
  const songs = ['A', 'B', 'C', 'D', 'E'].map((name) => [`${name}/a.ssc`, large] as const)
  await expect(read(Object.fromEntries(songs), { madeRatioFrom: 6 * mebibyte })).rejects.toMatchObject({
    name: 'PackError',
    reason: expect.stringMatching(
      /^Its pictures and step previews take more than 6\.0 MB, which is all that a zip of \d+ KB may bring\.$/,
    ),
  })
})

it('a pack that takes too much CPU time or memory is rejected with the limit', async () => {
  await expect(read({ 'A/a.ssc': wide }, { maxSeconds: () => 0.2 })).rejects.toMatchObject({
    name: 'PackError',
    reason: 'Reading it takes more than 0.2 seconds of CPU.',
  })
  await expect(read({ 'A/a.ssc': wide }, { maxMebibytes: 32 })).rejects.toMatchObject({
    name: 'PackError',
    reason: 'Reading it takes more than 32 MB of memory.',
  })
})

it('the CPU time of pictures counts towards the limit of their pack', async () => {
  const picture = progressiveJpeg(4096, maxJpegScans)
  const songs = ['A', 'B', 'C', 'D'].flatMap((name) => [
    [`${name}/a.ssc`, song] as const,
    [`${name}/a-bn.jpg`, picture] as const,
    [`${name}/a-bg.jpg`, picture] as const,
  ])
  await expect(read(Object.fromEntries(songs), { maxSeconds: () => 0.4 })).rejects.toMatchObject({
    name: 'PackError',
    reason: 'Reading it takes more than 0.4 seconds of CPU.',
  })
})

it('a picture that takes minutes to decode is left out, and its song is included', async () => {
  const parts = await read({ 'A/a.ssc': song, 'A/a-bn.jpg': progressiveJpeg(4096, 30_000) })
  expect(parts.at(-1)).toMatchObject({
    kind: 'song',
    song: { banner: null, leftOut: [{ name: 'a-bn.jpg', reason: 'has too many scans' }] },
  })
})

it('reading stops at once when the server shuts down', async () => {
  const stopping = new AbortController()
  const reading = read({ 'A/a.ssc': wide }, {}, stopping.signal)
  stopping.abort(new Error('stopping'))
  await expect(reading).rejects.toThrow('stopping')
})
