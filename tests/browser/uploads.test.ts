import { randomBytes } from 'node:crypto'
import { grantPermission } from '@stepledger/services/accounts/operations/serve-operated-players.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sendPack, waitUntilProcessed } from '../catalogue/upload.ts'
import { madePack, madeSimfile } from '../generators/pack.ts'
import { itLong } from '../length.ts'
import { eventually } from './eventually.ts'
import { expectClean } from './expect-clean.ts'
import { panel } from './find.ts'
import { traceMainThread } from './main-thread.ts'
import { noBrowser } from './site.ts'

import { choose, MB, openUploaderSite, press, song, title, type UploaderSite } from './uploader-site.ts'

/** Requests that upload zips. */
const uploads = '**/storage/**'

describe.skipIf(noBrowser)('uploads in progress and under review', () => {
  let uploader: UploaderSite

  beforeAll(async () => {
    uploader = await openUploaderSite()
  })
  afterAll(() => uploader.close())
  afterEach(async () => expect(await uploader.site.endVisits()).toEqual([]))

  it('keeps name and zip when the upload fails, and cancels an upload', async () => {
    const { folder, listed, open, site } = uploader
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
      await page.unrouteAll({ behavior: 'wait' })
    }
    await expectClean(page)
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

  itLong('shows monotonic progress of a large pack, and stays responsive while zipping', async () => {
    const { folder, listed, site, uma } = uploader
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
    await expectClean(page)
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
    const { ned, open, site, uma } = uploader
    // Given charts of Uma and Ned with the same notes, but other counts and another title,
    await grantPermission(site.database, 'ned', 'packs.upload')
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
    await expectClean(his)

    // and Uma decides.
    const hers = await open(uma)
    const review = panel(hers, 'Charts to review')
    await review.getByText(/Rows: 40 → \d/).waitFor()
    await expectClean(hers)
    await hers.getByRole('button', { name: 'Refuse Follow me Hard of Ned Second' }).press('Enter')
    await review.waitFor({ state: 'detached' })

    // An operator sees what differs, too, before she accepts the next version.
    await grantPermission(site.database, 'uma', 'ledger.operate')
    const next = other.replace('Follow me', 'Follow us')
    const id = await sendPack(site.url, ned, 'Ned Second', madePack('Ned Second', { 'A/a.ssc': next }))
    expect(await waitUntilProcessed(site.url, ned, id)).toMatchObject({ state: 'ready' })
    const operations = await site.visit('/admin', { token: uma.token })
    await operations.getByRole('button', { name: 'Accept Ned Second' }).click()
    const dialog = operations.getByRole('dialog', { name: 'Accept 1 chart of Ned Second?' })
    await dialog.getByText('title: Lantern → Follow us').waitFor()
    await dialog.getByText('Uma First had it first').waitFor()
    await expectClean(operations)
    await dialog.getByLabel('Reason').fill('the same steps')
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await panel(operations, 'Uploads').getByText('no chart waits for a decision').waitFor()
  })
})
