import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chartPage, listCharts } from '@stepledger/contracts/http/charts.ts'
import { listPacks, listSimfiles, packPage } from '@stepledger/contracts/http/packs.ts'
import { stepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import sharp from 'sharp'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { madePack, madeSimfile } from '../generators/pack.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import type { SystemUnderTest } from '../system/system-under-test.ts'
import { sendPack, waitUntilProcessed } from './upload.ts'

const hard = { difficulty: 'Hard', meter: 9, rows: 8 }
const challenge = { difficulty: 'Challenge', meter: 12, rows: 16 }
const lanterns = madeSimfile({ title: 'Paper Lanterns', charts: [challenge, hard] })
const karman = madeSimfile({ title: 'Kármán Line', artist: 'ヌル', measures: 9, charts: [hard] })

/** Test cases about packs, for a system without packs. */
export function packTests(running: () => SystemUnderTest): void {
  let system: SystemUnderTest
  let uploader: Player

  beforeAll(async () => {
    system = running()
    uploader = await newPlayer(system.url, 'uma')
    const granted = await system.ledger('accounts', 'grant', 'uma', 'packs.upload')
    expect(granted).toMatchObject({ code: 0 })
  })

  const read = async (path: string) => (await call(`${system.url}${path}`)).body
  const upload = async (name: string, zip: Buffer) =>
    waitUntilProcessed(system.url, uploader, await sendPack(system.url, uploader, name, zip))
  /** The pack of this name, once the lists show it with these counts. */
  const listed = (name: string, songs: number) =>
    vi.waitUntil(
      async () => {
        const { data } = listPacks.answer.parse(await read(`/api/packs?search=${encodeURIComponent(name)}`))
        return data.find((pack) => pack.name === name && pack.simfileCount === songs) ?? null
      },
      { timeout: 30_000, interval: 50 },
    )

  it('an uploaded pack is listed with its songs and charts; unreadable files are left out', async () => {
    const banner = await sharp({ create: { width: 640, height: 250, channels: 3, background: '#3060a0' } })
      .png()
      .toBuffer()
    const done = await upload(
      'Night Shift',
      madePack('Night Shift', {
        'night-bn.png': banner,
        'Paper Lanterns/lanterns.ssc': lanterns,
        'Paper Lanterns/lanterns.ogg': 'no pack brings audio',
        'Kármán Line/karman.ssc': karman,
        'Broken/broken.ssc': 'nothing of a simfile',
      }),
    )
    expect(done).toMatchObject({ state: 'ready', songsDone: 3, songs: 3, result: { songs: 2, charts: 3 } })
    expect(done.result).toMatchObject({
      leftOut: expect.arrayContaining([{ name: 'Broken', reason: expect.stringContaining('broken.ssc') }]),
    })

    const pack = await listed('Night Shift', 2)
    expect(pack).toMatchObject({ bannerUrl: expect.stringMatching(/^\/media\//) })
    const image = await fetch(`${system.url}${pack.bannerUrl}`)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await sharp(Buffer.from(await image.arrayBuffer())).metadata()).width).toBe(640)
    expect(packPage.parse(await read(`/api/pack/${pack.id}`))).toMatchObject({
      name: 'Night Shift',
      recentPlays: [],
    })

    const songs = listSimfiles.answer.parse(await read(`/api/simfiles?packId=${pack.id}`))
    expect(songs.data.map(({ title, charts }) => [title, charts.map((chart) => chart.difficulty)])).toEqual([
      ['Kármán Line', ['Hard']],
      ['Paper Lanterns', ['Hard', 'Challenge']],
    ])
    const found = listCharts.answer.parse(
      await read('/api/charts?search=KARMAN&stepsType=dance-single&difficulty=Hard'),
    )
    expect(found).toMatchObject({
      data: [
        {
          songName: 'Kármán Line',
          artist: 'ヌル',
          meter: 9,
          packs: [{ id: pack.id, name: 'Night Shift' }],
        },
      ],
      meta: { total: 1 },
    })
    const chart = chartPage.parse(await read(`/api/chart/${found.data[0]?.hash}`))
    expect(chart).toMatchObject({
      stepsType: 'dance-single',
      difficulty: 'Hard',
      chartBpms: '150',
      peakNps: 5,
      radarValues: { rows: 72, holds: 0, rolls: 0, mines: 0 },
      simfiles: [{ title: 'Kármán Line', pack: { name: 'Night Shift' } }],
      bannerUrl: pack.bannerUrl,
    })
    const steps = stepPreview.parse(await read(chart.stepsUrl ?? ''))
    expect([steps.panels, steps.seconds.length]).toEqual([4, 72])
  })

  it('the same pack again is an update: missing songs are removed', async () => {
    const before = await upload(
      'Day Shift',
      madePack('Day Shift', { 'A/a.ssc': lanterns, 'B/b.ssc': karman }),
    )
    expect(before).toMatchObject({ state: 'ready' })
    const { id } = await listed('Day Shift', 2)

    const after = await upload('day shift', madePack('x', { 'A/a.ssc': lanterns.replace('Paper', 'Glass') }))

    expect(after).toMatchObject({ state: 'ready', packId: before.packId })
    expect((await listed('day shift', 1)).id).toBe(id)
    const songs = listSimfiles.answer.parse(await read(`/api/simfiles?packId=${id}`))
    expect(songs.data.map(({ title }) => title)).toEqual(['Glass Lanterns'])
  })

  it('a zip that is no pack is rejected with the reason and advice', async () => {
    expect(await upload('Not a Pack', Buffer.from('PK, said the file, and was no zip'))).toMatchObject({
      state: 'rejected',
      result: { reason: expect.stringMatching(/\.$/), advice: expect.stringMatching(/\.$/) },
    })
    expect(await upload('Empty', madePack('Empty', { 'A/readme.txt': 'no chart' }))).toMatchObject({
      state: 'rejected',
      result: { reason: expect.stringContaining('No valid chart files found') },
    })
    // Without a step artist the game computes no hash.
    const compact = `#TITLE:A;#BPMS:0=120;#NOTES:dance-single::Beginner:1::\n1000\n0000\n0000\n0000\n;`
    expect(
      await upload('Unread', madePack('Unread', { 'A/a.sm': compact, 'B/b.sm': 'nothing of a simfile' })),
    ).toMatchObject({
      state: 'rejected',
      result: {
        reason: expect.stringMatching(/^No song can be read\./),
        leftOut: [
          { name: 'A', reason: 'it has no chart that can be read' },
          { name: 'A/a.sm', reason: 'dance-single Beginner: the game does not find the chart in its file' },
          { name: 'B', reason: 'b.sm: it has none of the tags of a simfile' },
        ],
      },
    })
  })

  it('an operator adds the same pack by command', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stepledger-zips-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const place = join(folder, 'By Hand.zip')
    await writeFile(place, madePack('By Hand', { 'A/a.ssc': karman }))

    expect(await system.ledger('catalogue', 'pack', 'add', place)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^By Hand: pack \d+, 1 song, 1 chart\.$/m),
    })
    await listed('By Hand', 1)
  })

  it('accepts uploads only with the permission and of the announced size', async () => {
    const other = await newPlayer(system.url, 'nobody')
    const body = { filename: 'A.zip', contentType: 'application/zip', size: 10 }
    expect(await call(`${system.url}/api/pack/upload-url`, { token: other.token, body })).toMatchObject({
      status: 403,
    })
    expect(await call(`${system.url}/api/pack/upload-url`, { body })).toMatchObject({ status: 401 })
    const { token } = uploader
    const { size: _, ...unsized } = body
    expect(await call(`${system.url}/api/pack/upload-url`, { token, body: unsized })).toMatchObject({
      status: 200,
    })
    for (const wrong of [
      { filename: 'A.rar' },
      { filename: ' .zip' },
      { contentType: 'text/html' },
      { size: 3 * 1024 ** 3 },
    ]) {
      expect(
        await call(`${system.url}/api/pack/upload-url`, { token, body: { ...body, ...wrong } }),
      ).toMatchObject({
        status: 422,
        body: { field: Object.keys(wrong)[0] },
      })
    }
  })
}
