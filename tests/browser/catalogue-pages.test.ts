import { grantPermission } from '@stepledger/services/accounts/operations/serve-operated-players.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newPlayer, type Player } from '../system/client.ts'
import { doubles, easy, hard, packs } from './catalogue-packs.ts'
import { eventually } from './eventually.ts'
import { addressOf, boardChoice, panel, rowOf } from './find.ts'
import { addPacks } from './packs.ts'
import { sendPlay } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { widths } from './visits.ts'

describe.skipIf(noBrowser)('the pages of the catalogue', () => {
  let site: Site
  let ada: Player
  let playId: number

  beforeAll(async () => {
    site = await openSite()
    await addPacks(site, packs)
    ada = await newPlayer(site.url, 'ada')
    playId = (await sendPlay(site.url, ada, { chart: hard, seed: 1, skill: 0.9 })).playId
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  describe.each(widths)('at %i px', (width) => {
    it('lists the songs of a pack with their charts in order of difficulty, and its number of plays', async () => {
      const page = await site.visit('/pack/1', { width, token: ada.token })
      await page.getByRole('heading', { level: 1, name: 'Arcade Sundries' }).waitFor()
      const card = page.getByRole('region', { name: 'Arcade Sundries' })
      await card.getByText('Mar 2, 2026').waitFor()
      await rowOf(panel(page, 'Recent Scores'), playId).getByText('You', { exact: true }).waitFor()

      const songs = panel(page, 'Simfiles')
      await songs.getByText('Showing 25 of 27 songs', { exact: true }).waitFor()
      const song = songs.locator('tbody tr, li').filter({ hasText: 'Second Stage' })
      await song.getByText('(Relit)').waitFor()
      const badges = song.getByRole('link')
      expect(await badges.evaluateAll((links) => links.map((a) => a.getAttribute('href')))).toEqual(
        [easy, hard, doubles].map(({ hash }) => `/chart/${hash}`),
      )
      await song.getByText('Double', { exact: true }).waitFor()
      await badges.nth(1).click()
      await page.getByRole('heading', { level: 1, name: 'Second Stage' }).waitFor()
    })
  })

  it('sorts cards on a phone by a select field', async () => {
    const page = await site.visit('/pack/1', { width: 390 })
    const songs = panel(page, 'Simfiles')
    await songs.getByLabel('Sort', { exact: true }).selectOption('Sort: Artist')
    await songs.getByRole('button', { name: 'Ascending; sort descending' }).click()
    await eventually(() => songs.locator('li').first().textContent()).toContain('Second Stage')
    expect(addressOf(page)).toBe('/pack/1?orderBy=artist&orderDirection=desc')
  })

  it('shows a pack without songs, without scores, and an unknown pack', async () => {
    const page = await site.visit('/pack/10')
    await panel(page, 'Recent Scores').getByText('No recent scores', { exact: true }).waitFor()
    await page.getByText('No songs available in this pack', { exact: true }).waitFor()
    await page.getByPlaceholder('Search songs...').fill('rain')
    await page.getByText('No songs found matching "rain"', { exact: true }).waitFor()

    const words = async (path: string) => {
      await page.goto(site.url + path)
      await page.getByRole('main').getByRole('link').waitFor()
      return page.getByRole('heading', { level: 1 }).textContent()
    }
    expect(await words('/pack/999999')).toBe('Pack not found')
    expect(await words('/pack/0')).toBe('Pack not found')
    expect(await words('/pack/twelve')).toBe('Invalid pack ID')
    expect(await words('/pack')).toBe('Pack ID is required')
  })

  it('shows pack data on the page of a chart', async () => {
    const page = await site.visit(`/chart/${hard.hash}`)
    const card = page.getByRole('region', { name: 'Second Stage' })
    for (const fact of ['Single', '87–174 BPM', 'voltwalker', 'runs', 'Jumps'])
      await card.getByText(fact, { exact: true }).first().waitFor()
    await card.getByRole('img', { name: 'Hard 11' }).first().waitFor()
    const steps = card.locator('dl div').filter({ hasText: 'Steps' })
    expect(await steps.locator('dd').textContent()).toBe('60')
    const simfiles = card.locator('li')
    await simfiles.getByRole('link', { name: 'Cold Start' }).waitFor()
    expect(await simfiles.count()).toBe(2)

    const density = panel(page, 'Notes per Second')
    await density.getByText('16-8/24', { exact: true }).waitFor()
    await density
      .getByRole('img', { name: /^Notes per second: average \d+\.\d, peak \d+\.\d at \d:\d\d$/ })
      .waitFor()
    // The average is named right of the bars, never on them.
    const bars = await Promise.all((await density.locator('.fp').all()).map((bar) => bar.boundingBox()))
    const label = await density.getByText('average', { exact: true }).boundingBox()
    expect(label?.x).toBeGreaterThan(Math.max(...bars.map((bar) => (bar ? bar.x + bar.width : 0))))
    await boardChoice(page, 'EX').click()
    await rowOf(panel(page, 'Leaderboards'), playId).waitFor()
  })

  it('is linked from the menus; the uploader only for players with the permission', async () => {
    const page = await site.visit('/packs')
    await page.getByRole('button', { name: 'Browse' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Charts' }).click()
    await page.getByRole('heading', { level: 1, name: 'Charts' }).waitFor()

    const uploader = await newPlayer(site.url, 'eve')
    await grantPermission(site.database, 'eve', 'packs.upload')
    const own = await site.visit('/packs', { token: uploader.token })
    await own.getByRole('main').getByRole('link', { name: 'Pack Uploader' }).click()
    await eventually(() => addressOf(own)).toBe('/pack-uploader')
  })
})
