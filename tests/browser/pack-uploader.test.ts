import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import JSZip from 'jszip'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { itLong } from '../length.ts'
import { eventually } from './eventually.ts'
import { expectClean } from './expect-clean.ts'
import { panel } from './find.ts'
import { noBrowser } from './site.ts'
import { uploadFolder } from './upload-folder.ts'

import { choose, MB, openUploaderSite, press, song, title, type UploaderSite } from './uploader-site.ts'

describe.skipIf(noBrowser)('the pack uploader', () => {
  let uploader: UploaderSite

  beforeAll(async () => {
    uploader = await openUploaderSite()
  })
  afterAll(() => uploader.close())
  afterEach(async () => expect(await uploader.site.endVisits()).toEqual([]))

  it('refuses players without the permission', async () => {
    const { ned, open } = uploader
    const page = await open(ned)
    await page.getByText("You don't have access to the Pack Uploader", { exact: true }).waitFor()
    await page.getByText('If you think this is a mistake, contact an administrator.').waitFor()
    expect(await page.getByLabel('Pack folder').count()).toBe(0)
    await expectClean(page)
  })

  it('turns a folder into a pack: filtered, zipped, saved, uploaded, processed', async () => {
    const { folder, listed, open } = uploader
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
    await expectClean(page)

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
    await expectClean(page)

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
    await expectClean(page)

    await press(page, 'Upload Pack')
    await eventually(() => title(page)).toBe('Ready')
    await page.getByText('2 songs, 2 charts.').waitFor()
    await panel(page, 'Left out').getByText('Static Orchard').waitFor()
    await panel(page, 'My uploads').getByText('Ready').waitFor()
    await eventually(() => listed('Anthology 1')).toEqual([['Anthology 1', 2]])
    await expectClean(page)
    expect(await page.getByRole('link', { name: 'Open Pack' }).getAttribute('href')).toMatch(/^\/pack\/\d+$/)
    await press(page, 'Upload Another')
    expect(await title(page)).toBe('Choose a folder')
  })

  itLong('zips and uploads in one step, and accepts another folder at any time', async () => {
    const { folder, listed, open } = uploader
    const noise = Array.from({ length: 4 }, (_, i) => [`Song/${i}.png`, randomBytes(MB)])
    const first = await folder('First', { 'Song/song.ssc': song('First'), ...Object.fromEntries(noise) })
    const second = await folder('Second', { 'Song/song.ssc': song('Second') })
    const page = await open()
    const name = page.getByLabel('Pack name')
    // With a folder chosen, and with its zip ready,
    await choose(page, first)
    await eventually(() => name.inputValue()).toBe('First')
    await choose(page, second)
    await eventually(() => name.inputValue()).toBe('Second')
    await press(page, 'Process Pack')
    await eventually(() => title(page)).toBe('Zip ready')
    await choose(page, first)
    await eventually(async () => [await title(page), await name.inputValue()]).toEqual([
      'Folder chosen',
      'First',
    ])
    // and while one is uploaded, which ends that upload.
    const line = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: MB / 2 }
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', slow)
    await press(page, 'Upload Pack')
    await eventually(() => title(page)).toBe('Uploading')
    await expectClean(page)
    await choose(page, second)
    await eventually(() => name.inputValue()).toBe('Second')
    await line.detach()
    const rows = panel(page, 'My uploads').getByRole('listitem')
    await rows.filter({ hasText: 'First' }).getByText('Cancelled').waitFor()

    await press(page, 'Upload Pack')
    await eventually(() => title(page)).toBe('Ready')
    await eventually(() => listed('Second')).toEqual([['Second', 1]])
    expect(await listed('First')).toEqual([])
  })

  itLong('links to the pack and to the page of its chart', async () => {
    const { site, uma } = uploader
    await uploadFolder(site, uma.token)
  })

  itLong('shows why a pack was rejected, and accepts another folder', async () => {
    const { folder, listed, open } = uploader
    const broken = await folder('Broken Pack', { 'Song/song.ssc': 'nothing of a simfile' })
    const page = await open()
    await choose(page, broken)
    await press(page, 'Process Pack')
    await press(page, 'Upload Pack')
    await eventually(() => title(page)).toBe('Rejected')
    const alert = panel(page, 'Rejected').getByRole('alert')
    expect(await alert.textContent()).toMatch(/^Broken Pack isn't a pack\. .*song\.ssc.*\.$/)
    await page.getByText(/^Nothing was saved\. Choose the folder of one pack/).waitFor()
    await panel(page, 'My uploads').getByText('Rejected').waitFor()
    expect(await listed('Broken Pack')).toEqual([])
    await expectClean(page)

    await choose(page, await folder('Whole Pack', { 'Song/song.ssc': song('Whole') }))
    await eventually(() => title(page)).toBe('Folder chosen')
    expect(await alert.count()).toBe(0)
  })

  it('accepts a dropped folder, and nothing else', async () => {
    const { folder, open } = uploader
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
    await expectClean(page)
    await press(page, 'Clear')
    expect([await title(page), await alert.count()]).toEqual(['Choose a folder', 0])
  })
})
