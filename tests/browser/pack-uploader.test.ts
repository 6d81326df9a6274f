import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listPacks } from '@stepledger/contracts/http/packs.ts'
import JSZip from 'jszip'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { madeSimfile } from '../generators/pack.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { runLedger } from '../system/ledger-command.ts'
import { eventually } from './eventually.ts'
import { panel } from './find.ts'
import { overhang, violations, wear, widen } from './page-checks.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const song = (title: string) => madeSimfile({ title, charts: [{ difficulty: 'Hard', meter: 9, rows: 8 }] })
const MB = 1024 ** 2

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

  /** A folder on the disk, with these files below it. */
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
  /** No rule of axe is broken and nothing reaches beyond the window, wide and dark or narrow and light. */
  const expectClean = async (page: Page, shot: string) => {
    for (const [width, theme] of [
      [390, 'winter'],
      [1280, 'arrow-blue'],
    ] as const) {
      await widen(page, width)
      await wear(page, theme)
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${shot}-${width}.png`, fullPage: true })
      expect([shot, width, await violations(page), await overhang(page)]).toEqual([shot, width, [], 0])
    }
  }

  it('says who may not upload', async () => {
    const page = await open(ned)
    await page.getByText("You don't have access to the Pack Uploader", { exact: true }).waitFor()
    await page.getByText('If you think this is a mistake, contact an administrator.').waitFor()
    expect(await page.getByLabel('Pack folder').count()).toBe(0)
    await expectClean(page, 'denied')
  })

  it('takes a folder to a pack: filtered, zipped, saved, uploaded, processed', async () => {
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
    const summary = page.getByRole('list', { name: 'What goes in, what stays' })
    const rows = await summary.getByRole('listitem').all()
    const cells = await Promise.all(rows.map((row) => row.locator(':scope > span').allTextContents()))
    expect(cells).toEqual([
      ['3 songs kept', '4 files', '4 KB'],
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
    await eventually(() => title(page)).toBe('Zip ready')
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
    await panel(page, 'Songs left out').getByText('Static Orchard').waitFor()
    await panel(page, 'My uploads').getByText('Ready').waitFor()
    await eventually(() => listed('Anthology 1')).toEqual([['Anthology 1', 2]])
    await expectClean(page, '7-ready')
    expect(await page.getByRole('link', { name: 'Open Pack' }).getAttribute('href')).toMatch(/^\/pack\/\d+$/)
    await press(page, 'Upload Another')
    expect(await title(page)).toBe('Choose a folder')
  })
})
