import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listPacks } from '@stepledger/contracts/http/packs.ts'
import JSZip from 'jszip'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sendPack, waitUntilProcessed } from '../catalogue/upload.ts'
import { madePack, madeSimfile } from '../generators/pack.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { runLedger } from '../system/ledger-command.ts'
import { eventually } from './eventually.ts'
import { panel } from './find.ts'
import { traceMainThread } from './main-thread.ts'
import { applyTheme, horizontalOverflow, resize, violations } from './page-checks.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { uploadFolder } from './upload-folder.ts'

const song = (title: string) => madeSimfile({ title, charts: [{ difficulty: 'Hard', meter: 9, rows: 8 }] })
const MB = 1024 ** 2
/** Requests that upload zips. */
const uploads = '**/storage/**'

describe.skipIf(noBrowser)('the pack uploader', () => {
  let site: Site
  let uma: Player
  let ned: Player
  let folders: string

  beforeAll(async () => {
    site = await openSite()
    uma = await newPlayer(site.url, 'uma')
    ned = await newPlayer(site.url, 'ned')
    expect(await runLedger(site.dataDir, ['grant', 'uma', 'packs.upload'], {})).toMatchObject({ code: 0 })
    folders = await mkdtemp(join(tmpdir(), 'stepledger-packs-'))
  })
  afterAll(async () => {
    await site.close()
    await rm(folders, { recursive: true, force: true })
  })
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  /** Writes a folder with these files to the disk. */
  const folder = async (name: string, files: Readonly<Record<string, string | Buffer>>) => {
    for (const [path, bytes] of Object.entries(files)) {
      const file = join(folders, name, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, bytes)
    }
    return join(folders, name)
  }
  const open = (player = uma) => site.visit('/pack-uploader', { token: player.token })
  const choose = (page: Page, path: string) => page.getByLabel('Pack folder').setInputFiles(path)
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const title = (page: Page) => page.locator('#uploader').textContent()
  const listed = async (name: string) => {
    const { body } = await call(`${site.url}/api/packs?search=${encodeURIComponent(name)}`)
    return listPacks.answer.parse(body).data.map((pack) => [pack.name, pack.simfileCount])
  }
  /** No axe violation and no horizontal overflow, wide and dark or narrow and light. */
  const expectClean = async (page: Page, shot: string) => {
    for (const [width, theme] of [
      [390, 'winter'],
      [1280, 'arrow-blue'],
    ] as const) {
      await resize(page, width)
      await applyTheme(page, theme)
      expect([shot, width, await violations(page), await horizontalOverflow(page)]).toEqual([
        shot,
        width,
        [],
        0,
      ])
    }
  }

  it('refuses players without the permission', async () => {
    const page = await open(ned)
    await page.getByText("You don't have access to the Pack Uploader", { exact: true }).waitFor()
    await page.getByText('If you think this is a mistake, contact an administrator.').waitFor()
    expect(await page.getByLabel('Pack folder').count()).toBe(0)
    await expectClean(page, 'denied')
  })

  it('turns a folder into a pack: filtered, zipped, saved, uploaded, processed', async () => {
    const anthology = await folder('Turnstile Anthology', {
      'banner.png': Buffer.alloc(3000),
      'readme.txt': 'beside the songs',
      'Undertow/undertow.ssc': song('Undertow'),
      'Undertow/undertow.ogg': Buffer.alloc(4 * MB),
      'Undertow/bga/loop.avi': Buffer.alloc(6 * MB),
      'Undertow/huge.png': Buffer.alloc(11 * MB),
      'Undertow/project.bin': Buffer.alloc(MB),
      'Kármán Line/karman.ssc': song('Kármán Line'),
      'Static Orchard/orchard.ssc': 'nothing of a simfile',
      'Extras/cover.jpg': Buffer.alloc(400_000),
    })
    const page = await open()
    await page.getByText('Nothing uploaded yet.').waitFor()
    expect(await page.getByRole('button', { name: 'Process Pack' }).isDisabled()).toBe(true)
    await expectClean(page, '1-empty')

    await choose(page, anthology)
    await eventually(() => title(page)).toBe('Folder chosen')
    const summary = page.getByRole('list', { name: 'Included / left out' })
    const rows = await summary.getByRole('listitem').all()
    const cells = await Promise.all(rows.map((row) => row.locator(':scope > span').allTextContents()))
    expect(cells).toEqual([
      ['3 songs included', '4 files', '4 KB'],
      ['Audio left out', '1 file', '4.0 MB'],
      ['Video left out', '1 file', '6.0 MB'],
      ['Larger than 10 MB left out', '1 file', '11.0 MB'],
      ['Other files of 1 MB or more left out', '1 file', '1.0 MB'],
      ['Folders without a chart file left out', '1 folder', '0.4 MB'],
      ['Files beside the song folders left out', '1 file', '1 KB'],
    ])
    const name = page.getByLabel('Pack name')
    expect(await name.inputValue()).toBe('Turnstile Anthology')
    await name.fill(' ')
    await page.getByText('Pack name is required').waitFor()
    expect(await page.getByRole('button', { name: 'Process Pack' }).isDisabled()).toBe(true)
    await name.fill('Anthology')
    await eventually(() => page.getByText('Pack name is required').count()).toBe(0)
    await expectClean(page, '2-chosen')

    await press(page, 'Process Pack')
    const troubles = () => page.getByRole('alert').allTextContents()
    await eventually(async () => [await title(page), await troubles()]).toEqual(['Zip ready', []])
    await name.fill('Anthology 1')
    const saving = page.waitForEvent('download')
    await press(page, 'Download Zip')
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('Anthology 1.zip')
    const zip = await JSZip.loadAsync(await readFile(await saved.path()))
    expect(Object.keys(zip.files)).toEqual([
      'Turnstile Anthology/banner.png',
      'Turnstile Anthology/Kármán Line/karman.ssc',
      'Turnstile Anthology/Static Orchard/orchard.ssc',
      'Turnstile Anthology/Undertow/undertow.ssc',
    ])
    await expectClean(page, '4-zipped')

    await press(page, 'Upload Pack')
    await eventually(() => title(page)).toBe('Ready')
    await page.getByText('2 songs, 2 charts.').waitFor()
    await panel(page, 'Left out').getByText('Static Orchard').waitFor()
    await panel(page, 'My uploads').getByText('Ready').waitFor()
    await eventually(() => listed('Anthology 1')).toEqual([['Anthology 1', 2]])
    await expectClean(page, '7-ready')
    expect(await page.getByRole('link', { name: 'Open Pack' }).getAttribute('href')).toMatch(/^\/pack\/\d+$/)
    await press(page, 'Upload Another')
    expect(await title(page)).toBe('Choose a folder')
  })

  it('links to the pack and to the page of its chart', async () => {
    await uploadFolder(site, uma.token)
  })

  it('shows why a pack was rejected, and accepts another folder', async () => {
    const broken = await folder('Broken Pack', { 'Song/song.ssc': 'nothing of a simfile' })
    const page = await open()
    await choose(page, broken)
    await press(page, 'Process Pack')
    await press(page, 'Upload Pack')
    await eventually(() => title(page)).toBe('Rejected')
    const alert = panel(page, 'Rejected').getByRole('alert')
    expect(await alert.textContent()).toMatch(/^Broken Pack isn’t a pack\. .*song\.ssc.*\.$/)
    await page.getByText(/^Nothing was saved\. Choose the folder of one pack/).waitFor()
    await panel(page, 'My uploads').getByText('Rejected').waitFor()
    expect(await listed('Broken Pack')).toEqual([])
    await expectClean(page, '8-rejected')

    await choose(page, await folder('Whole Pack', { 'Song/song.ssc': song('Whole') }))
    await eventually(() => title(page)).toBe('Folder chosen')
    expect(await alert.count()).toBe(0)
  })

  it('accepts a dropped folder, and nothing else', async () => {
    const silent = await folder('Silence', { 'Song/song.ogg': 'no chart', 'Song/deep/er/readme.txt': 'no' })
    const page = await open()
    const place = await page.getByText('Drop a pack folder here').boundingBox()
    const browser = await page.context().newCDPSession(page)
    const drop = async (...files: string[]) => {
      const at = { x: place?.x ?? 0, y: place?.y ?? 0, data: { items: [], files, dragOperationsMask: 1 } }
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await browser.send('Input.dispatchDragEvent', { type, ...at })
    }
    const alert = page.getByRole('main').getByRole('alert')

    await drop(join(silent, 'Song/song.ogg'))
    await eventually(() => alert.allTextContents()).toEqual([
      'Drop the folder of one pack, with a folder for each song.',
    ])
    await drop(silent)
    await eventually(() => title(page)).toBe('Folder chosen')
    expect(await page.getByLabel('Pack name').inputValue()).toBe('Silence')
    expect(await alert.allTextContents()).toEqual([
      'No valid chart files found in the selected folder. Make sure your pack contains .sm or .ssc files.',
    ])
    await page.getByText('2 files', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Process Pack' }).isDisabled()).toBe(true)
    await expectClean(page, '2-no-charts')
    await press(page, 'Clear')
    expect([await title(page), await alert.count()]).toEqual(['Choose a folder', 0])
  })

  it('keeps name and zip when the upload fails, and cancels an upload', async () => {
    const noise = Array.from({ length: 4 }, (_, i) => [`Song/${i}.png`, randomBytes(MB)])
    const heavy = await folder('Heavy', { 'Song/song.ssc': song('Heavy'), ...Object.fromEntries(noise) })
    const page = await open()
    await choose(page, heavy)
    await page.getByLabel('Pack name').fill('Heavy Metal')
    await press(page, 'Process Pack')
    const alert = page.getByRole('main').getByRole('alert')

    for (const [answer, words] of [
      [{ status: 503 }, 'S3 upload failed: 503 Service Unavailable'],
      [null, 'S3 upload failed: Network error'],
    ] as const) {
      await page.route(uploads, (route) => (answer ? route.fulfill(answer) : route.abort()))
      await press(page, 'Upload Pack')
      await eventually(() => alert.allTextContents()).toEqual([words])
      expect(await title(page)).toBe('Zip ready')
      expect(await page.getByLabel('Pack name').inputValue()).toBe('Heavy Metal')
      await page.unroute(uploads)
    }
    await expectClean(page, '4-failed')
    expect(site.takeErrors()).toHaveLength(2)

    // On a slow connection the upload shows its progress and can be cancelled.
    const line = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: MB / 2 }
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', slow)
    await press(page, 'Upload Pack')
    const bar = page.getByRole('progressbar', { name: 'Uploading' })
    await eventually(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(20)
    await panel(page, 'My uploads').getByText('Uploading', { exact: true }).waitFor()
    await page.getByText(/^about \d+ s left$/).waitFor()
    await press(page, 'Cancel')
    expect(await title(page)).toBe('Choose a folder')
    // The page may be reused for the next visitor, so it must not stay slow.
    await line.detach()
    const rows = panel(page, 'My uploads').getByRole('listitem').filter({ hasText: 'Heavy Metal' })
    await eventually(() => rows.filter({ hasText: 'Cancelled' }).count()).toBe(3)
    expect(await listed('Heavy Metal')).toEqual([])
  })

  it('shows monotonic progress of a large pack, and stays responsive while zipping', async () => {
    const songs = Array.from({ length: 150 }, (_, i) => [`Song ${i}/song.ssc`, song(`Song ${i}`)])
    const pictures = Array.from({ length: 15 }, (_, i) => [`Song ${i}/art.png`, randomBytes(2 * MB)])
    // Scaling this banner takes long enough that the page shows the processing.
    const banner = await sharp({
      create: {
        width: 640,
        height: 250,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer()
    const banners = songs.slice(0, 20).map((_, i) => [`Song ${i}/bn.png`, banner])
    const marathon = await folder('Marathon', Object.fromEntries([...songs, ...pictures, ...banners]))
    const page = await site.visit('/pack-uploader', { token: uma.token, width: 390 })
    await page.evaluate(() => {
      const shown: string[] = []
      new MutationObserver(() => {
        for (const bar of document.querySelectorAll('[role=progressbar]'))
          shown.push(`${bar.getAttribute('aria-label')} ${bar.getAttribute('aria-valuenow')}`)
        // On a phone the list of own uploads follows directly below, so this height must not change.
        const steps = document.querySelector('#uploader')?.closest('section')
        if (steps && innerWidth === 390) shown.push(`Ends ${steps.offsetHeight}`)
      }).observe(document.body, { subtree: true, childList: true, attributes: true })
      Object.assign(window, { shown })
    })
    await choose(page, marathon)
    // CPU time, ms: a longer task would delay keys and clicks noticeably.
    const { tasks } = await traceMainThread(page, async () => {
      await press(page, 'Process Pack')
      await eventually(() => title(page)).toBe('Zip ready')
    })
    expect(Math.max(...tasks.map(({ ms }) => ms))).toBeLessThan(200)
    // The focus moves to the heading of the next step.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Zip ready')

    await press(page, 'Upload Pack')
    await page.getByText('will be processed in the background and data will be available shortly').waitFor()
    await page.getByText(/^Processing \d+ of 150 songs$/).waitFor()
    await expectClean(page, '6-processing')
    await resize(page, 390)
    await eventually(() => title(page)).toBe('Ready')
    await eventually(() => listed('Marathon')).toEqual([['Marathon', 150]])

    const shown: string[] = await page.evaluate(() => {
      const noted: unknown = Object.entries(window).find(([name]) => name === 'shown')?.[1]
      return Array.isArray(noted) ? noted : []
    })
    expect(new Set(shown.filter((line) => line.startsWith('Ends'))).size).toBe(1)
    for (const label of ['Zipping', 'Uploading', 'Processing']) {
      const percents = shown
        .filter((line) => line.startsWith(label))
        .map((line) => Number(line.split(' ')[1]))
      expect(percents.length, label).toBeGreaterThan(0)
      expect(percents, label).toEqual(percents.toSorted((a, b) => a - b))
    }
  })

  it('lists charts that another pack states differently, and lets the first uploader decide', async () => {
    // Given charts of Uma and Ned with the same notes, but other counts and another title,
    expect(await runLedger(site.dataDir, ['grant', 'ned', 'packs.upload'], {})).toMatchObject({ code: 0 })
    const notes = madeSimfile({
      title: 'Lantern',
      measures: 5,
      charts: [{ difficulty: 'Hard', meter: 9, rows: 8 }],
    })
    const other = notes.replace('#BPMS', '#FAKES:0.5=1000;\n#BPMS').replace('Lantern', 'Follow me')
    for (const [player, name, simfile] of [
      [uma, 'Uma First', notes],
      [ned, 'Ned Second', other],
    ] as const) {
      const id = await sendPack(site.url, player, name, madePack(name, { 'A/a.ssc': simfile }))
      expect(await waitUntilProcessed(site.url, player, id)).toMatchObject({ state: 'ready' })
    }

    // when Ned opens the page, then it lists what waits for review,
    const his = await open(ned)
    await panel(his, 'Waiting for review').getByText('Title: Lantern → Follow me').waitFor()
    await his.getByText('1 chart waiting for review').waitFor()
    await expectClean(his, 'waiting')

    // and Uma decides.
    const hers = await open(uma)
    const review = panel(hers, 'Charts to review')
    await review.getByText(/Rows: 40 → \d/).waitFor()
    await expectClean(hers, 'to review')
    await hers.getByRole('button', { name: 'Refuse Follow me of Ned Second' }).press('Enter')
    await review.waitFor({ state: 'detached' })
  })
})
