import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import { mediaKey } from '@stepledger/contracts/storage-keys.ts'
import { postgresLedger } from '@stepledger/services/platform/ledger/postgres-ledger.ts'
import { folderStorage } from '@stepledger/services/platform/storage/folder-storage.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { appendPacks } from '../generators/append-packs.ts'
import { smallChart } from '../generators/small-song.ts'
import { type LinkServer, publicUrl, startLinkServer } from './link-server.ts'
import { openPage, openPicture, tagsOf } from './open-link.ts'

let server: LinkServer
const day = Date.UTC(2026, 0, 1)
const night = 'Night <Shift> & "Friends"'
const chartOf = (digit: string) => smallChart({ hash: digit.repeat(16) })
const open = (path: string) => openPage(server, path)
const picture = (address: string) => openPicture(server, address)
/** Waits for them, as a busy server answers without. */
const tags = (path: string) =>
  vi.waitUntil(
    async () => {
      const found = tagsOf((await open(path)).html)
      return found.has('og:title') && found
    },
    { timeout: 30_000 },
  )

beforeAll(async () => {
  server = await startLinkServer()
  const [red, blue] = [await keepBanner('#c04040'), await keepBanner('#4040c0')]
  await appendPacks(await postgresLedger(server), [
    {
      packId: 1,
      name: night,
      at: day,
      banner: red,
      songs: [
        { songId: 1, title: 'Paper Lanterns', banner: blue, charts: [chartOf('a'), chartOf('b')] },
        { songId: 2, title: 'Kármán Line', charts: [chartOf('b'), chartOf('c')] },
      ],
    },
    { packId: 2, name: 'Day Shift', at: day, songs: [{ songId: 3, charts: [chartOf('d')] }] },
  ])
  for (const [path, name] of [
    ['/pack/1', night],
    ['/pack/2', 'Day Shift'],
  ] as const)
    await vi.waitUntil(async () => (await tags(path)).get('og:title') === name, { timeout: 30_000 })
})
afterAll(async () => server.stop())

/** Stores a banner of one colour as the processing of packs does. */
async function keepBanner(background: string) {
  const bytes = await sharp({ create: { width: 512, height: 200, channels: 3, background } })
    .webp()
    .toBuffer()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const folder = join(server.dataDir, 'storage')
  const storage = await folderStorage({ folder, publicUrl: () => publicUrl, now: Date.now })
  await storage.put(mediaKey(sha256, 'webp'), bytes)
  await storage.close()
  return { original: [{ format: 'webp' as const, sha256, width: 512, height: 200 }], md: [], sm: [] }
}
/** RGB of the pixel in the middle of the banner, each rounded to a step of 64. */
async function bannerColour(path: string, [left, top]: readonly [number, number]) {
  const { bytes } = await picture((await tags(path)).get('og:image') ?? '')
  const pixel = sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha()
  return [...(await pixel.raw().toBuffer())].map((value) => Math.round(value / 64))
}

it("a pack's card has its name and contents; a chart of two songs counts once", async () => {
  const { status, html } = await open('/pack/1')
  expect(status).toBe(200)
  const ofPack = tagsOf(html)
  expect(ofPack.get('og:description')).toBe('2 songs, 3 charts.')
  expect(ofPack.get('og:url')).toBe(`${publicUrl}/pack/1`)
  expect(html).toContain('<title>Night &lt;Shift&gt; &amp; &quot;Friends&quot; ·')
  expect((await tags('/pack/2')).get('og:description')).toBe('1 song, 1 chart.')
})

it("a pack's picture shows its banner, or a generated one with its name", async () => {
  const address = (await tags('/pack/1')).get('og:image') ?? ''
  expect(address).toMatch(new RegExp(`^${publicUrl}/picture/pack/1\\.png\\?v=[0-9a-f]{12}$`))
  const { status, headers, bytes } = await picture(address)
  expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(headers.get('cache-control')).toContain('immutable')
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(await bannerColour('/pack/1', [376, 253])).toEqual([3, 1, 1])
  expect(await bannerColour('/pack/2', [376, 253])).not.toEqual([3, 1, 1])
})

it("a chart's picture shows its own banner, that of its pack, or none", async () => {
  expect(await bannerColour(`/chart/${'a'.repeat(16)}`, [248, 203])).toEqual([1, 1, 3])
  expect(await bannerColour(`/chart/${'c'.repeat(16)}`, [248, 203])).toEqual([3, 1, 1])
  const none = await bannerColour(`/chart/${'d'.repeat(16)}`, [248, 203])
  expect([
    [1, 1, 3],
    [3, 1, 1],
  ]).not.toContainEqual(none)
})

it('the sitemap lists every pack', async () => {
  const { html } = await openPage(server, '/sitemap/packs.xml')
  expect(html.match(/\/pack\/\d+/g)).toEqual(['/pack/1', '/pack/2'])
})

it('the page is 404 for an unknown or removed pack', async () => {
  for (const path of ['/pack/99', '/pack/0', '/pack/nope']) {
    const { status, html } = await open(path)
    expect([path, status, tagsOf(html).get('robots')]).toEqual([path, 404, 'noindex'])
  }
  expect((await picture(`${server.url}/picture/pack/99.png`)).status).toBe(404)
  const ledger = await postgresLedger(server)
  const removed = {
    id: 'removed',
    type: 'PackRemoved' as const,
    v: 1,
    at: day + 1,
    key: '2',
    data: { packId: 2 },
  }
  await ledger.append('events', { key: '2', bytes: encodeAnyEvent(removed) })
  await expect.poll(async () => (await open('/pack/2')).status, { timeout: 30_000 }).toBe(404)
})
