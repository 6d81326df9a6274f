import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SmallPack } from '../generators/append-packs.ts'
import { packChart } from '../generators/pack-chart.ts'
import { newPlayer, type Player } from '../system/client.ts'
import { runLedger } from '../system/ledger-command.ts'
import { eventually } from './eventually.ts'
import { addressOf, boardChoice, panel, rowOf } from './find.ts'
import { bringPacks } from './packs.ts'
import { sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { typeInOneGo, withClock } from './typing.ts'

const day = 86_400_000
const firstDay = Date.UTC(2026, 0, 1)

const hard = smallChart(1, 11)
const doubles = smallChart(2, 13)
const easy = smallChart(3, 4)

/** Two packs that share a chart, the later of which describes it and has more songs than a page; and enough others for a second page of packs. */
const shared: SmallPack = {
  packId: 1,
  name: 'Arcade Sundries',
  at: firstDay + 60 * day,
  songs: [
    {
      songId: 1,
      title: 'Second Stage',
      subtitle: '(Relit)',
      artist: 'Rotor Club',
      charts: [
        packChart(hard, {
          difficulty: 'Hard',
          stepartist: 'voltwalker',
          description: 'runs',
          displayBpm: '87-174',
          streams: [{ unit: 16, measures: 48, breaks: 8, brief: '16-8/24', detailed: '16-8 (8) 24' }],
          radar: { jumps: 7, hands: 0 },
        }),
        packChart(doubles, { difficulty: 'Challenge', stepsType: 'dance-double' }),
        packChart(easy, { difficulty: 'Beginner', stepartist: '' }),
      ],
    },
    ...Array.from({ length: 26 }, (_, i) => ({
      songId: 10 + i,
      title: `Song ${String.fromCharCode(65 + i)}`,
      artist: `Artist ${String.fromCharCode(90 - i)}`,
      charts: [packChart(smallChart(100 + i, 7 + (i % 3)), { difficulty: 'Medium' })],
    })),
  ],
}
const again: SmallPack = {
  packId: 2,
  name: 'Basement Tapes',
  at: firstDay,
  songs: [{ songId: 2, title: '', artist: '', charts: [packChart(smallChart(4), { stepartist: '' })] }],
}
const holder: SmallPack = {
  packId: 3,
  name: 'Cold Start',
  at: firstDay + 59 * day,
  songs: [{ songId: 3, title: 'Second Stage', charts: [packChart(hard, { difficulty: 'Hard' })] }],
}
const others: SmallPack[] = Array.from({ length: 27 }, (_, i) => ({
  packId: 10 + i,
  name: `Pack ${String(i + 1).padStart(2, '0')}`,
  at: firstDay + (i + 1) * day,
  songs: [],
}))
const packs = [shared, again, holder, ...others]

describe.skipIf(noBrowser)('the catalogue', () => {
  let site: Site
  let ada: Player
  let playId: number

  beforeAll(async () => {
    site = await openSite()
    await bringPacks(site, packs)
    ada = await newPlayer(site.url, 'ada')
    playId = (await sendPlay(site.url, ada, { chart: hard, seed: 1, skill: 0.9 })).playId
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const rows = (list: Page | Locator) => list.locator('main tbody tr, main li.cardrow')
  const names = (page: Page) => rows(page).locator('.font-semibold:is(a)').allTextContents()
  const calls = (page: Page, list: string) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname === `/api/${list}`) asked.push(search)
    })
    return asked
  }

  describe.each([1280, 390] as const)('at %i px', (width) => {
    it('lists packs by name, a page at a time, and opens the one whose row is pressed', async () => {
      const page = await site.visit('/packs', { width })
      await page.getByText('Showing 25 of 30 packs', { exact: true }).waitFor()
      expect((await names(page)).slice(0, 4)).toEqual([
        'Arcade Sundries',
        'Basement Tapes',
        'Cold Start',
        'Pack 01',
      ])
      await page.getByRole('link', { name: 'Page 2' }).click()
      await page.getByText('Showing 5 of 30 packs', { exact: true }).waitFor()
      expect(addressOf(page)).toBe('/packs?page=2')
      await page.reload()
      await eventually(() => names(page)).toEqual(['Pack 23', 'Pack 24', 'Pack 25', 'Pack 26', 'Pack 27'])

      await rows(page).nth(1).locator('time').click()
      await page.getByRole('heading', { level: 1, name: 'Pack 24' }).waitFor()
      expect(addressOf(page)).toBe('/pack/33')
      await page.goBack()
      await eventually(() => names(page)).toHaveLength(5)
    })

    it('finds packs by a part of their name once typing rests, and says when there are none', async () => {
      const page = await site.visit('/packs?page=2', { width }, withClock)
      const box = page.getByPlaceholder('Search packs...')
      await eventually(() => names(page)).toHaveLength(5)
      const asked = calls(page, 'packs')
      await typeInOneGo(box, 'TAPES')
      await eventually(() => names(page)).toEqual(['Basement Tapes'])
      expect(asked).toHaveLength(1)
      expect(addressOf(page)).toBe('/packs?search=TAPES')
      await box.fill('nothing like it')
      await page.getByText('No packs found matching "nothing like it"').waitFor()
      expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)

      // A search is one step, however often its words changed.
      await page.goBack()
      await eventually(() => names(page)).toHaveLength(5)
      expect([addressOf(page), await box.inputValue()]).toEqual(['/packs?page=2', ''])
    })

    it("shows a pack's songs with their charts in the order of difficulties, and what was played", async () => {
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

    it('lists charts, and opens the one whose row is pressed, or its pack', async () => {
      const page = await site.visit('/charts?search=second', { width })
      await page.getByText('Showing 3 of 3 charts', { exact: true }).waitFor()
      const row = rows(page).filter({ hasText: 'voltwalker' })
      await row.getByRole('img', { name: 'Hard 11' }).waitFor()
      await row.getByRole('link', { name: 'Arcade Sundries' }).click()
      await page.getByRole('heading', { level: 1, name: 'Arcade Sundries' }).waitFor()
      await page.goBack()
      await row.locator('.bn').click()
      await page.getByRole('heading', { level: 1, name: 'Second Stage' }).waitFor()
      expect(addressOf(page)).toBe(`/chart/${hard.hash}`)
    })

    it('filters charts, says how many filters there are, and takes them away', async () => {
      const page = await site.visit('/charts?page=2', { width })
      const toggle = page.getByRole('button', { name: /^Filters/ })
      await page.getByText('Showing 5 of 30 charts', { exact: true }).waitFor()
      await toggle.click()
      await page.getByLabel('Steps Type').selectOption('Double')
      await page.getByText('Showing 1 of 1 charts', { exact: true }).waitFor()
      expect(addressOf(page)).toBe('/charts?stepsType=dance-double')
      await page.getByLabel('Difficulty').selectOption('Beginner')
      await page.getByText('No charts available', { exact: true }).waitFor()
      expect((await toggle.textContent())?.trim()).toBe('Filters 2')
      await page.reload()
      expect(await page.getByLabel('Steps Type').inputValue()).toBe('dance-double')
      await page.getByRole('button', { name: 'Clear Filters' }).click()
      await page.getByText('Showing 25 of 30 charts', { exact: true }).waitFor()
      expect([addressOf(page), (await toggle.textContent())?.trim()]).toEqual(['/charts', 'Filters'])
    })
  })

  it('sorts by the column that is pressed, the other way when it is pressed again', async () => {
    const page = await site.visit('/packs?page=2')
    const column = (name: string) => page.getByRole('columnheader', { name, exact: true })
    await eventually(() => column('Pack Name').getAttribute('aria-sort')).toBe('ascending')
    await column('Added').getByRole('button').click()
    await eventually(async () => (await names(page))[0]).toBe('Basement Tapes')
    expect(addressOf(page)).toBe('/packs?orderBy=createdAt')
    await column('Added').getByRole('button').press('Enter')
    await eventually(async () => (await names(page))[0]).toBe('Arcade Sundries')
    expect(addressOf(page)).toBe('/packs?orderBy=createdAt&orderDirection=desc')
    expect([
      await column('Added').getAttribute('aria-sort'),
      await column('Pack Name').getAttribute('aria-sort'),
    ]).toEqual(['descending', null])
    await page.goBack()
    await eventually(async () => (await names(page))[0]).toBe('Basement Tapes')

    await page.goto(`${site.url}/charts`)
    await column('Rating').getByRole('button').click()
    await eventually(() => rows(page).first().getByRole('img', { name: /4$/ }).count()).toBe(1)
    expect(await page.locator('th').allTextContents()).toEqual([
      'Song',
      'Steps Type',
      'Rating',
      'Packs',
      'Stepartist',
      'Added',
    ])
  })

  it('sorts cards on a phone by a choice, as they have no columns', async () => {
    const page = await site.visit('/pack/1', { width: 390 })
    const songs = panel(page, 'Simfiles')
    await songs.getByLabel('Sort', { exact: true }).selectOption('Sort: Artist')
    await songs.getByRole('button', { name: 'Ascending; sort descending' }).click()
    await eventually(() => songs.locator('li').first().textContent()).toContain('Second Stage')
    expect(addressOf(page)).toBe('/pack/1?orderBy=artist&orderDirection=desc')
  })

  it('names what is missing in a chart, and every pack that holds it', async () => {
    const page = await site.visit('/charts')
    const unnamed = rows(page).filter({ hasText: 'Unknown Title' })
    await unnamed.getByText('Unknown Artist').waitFor()
    expect(await unnamed.locator('td').nth(4).textContent()).toBe('-')
    const held = rows(page).filter({ has: page.locator(`a[href="/chart/${hard.hash}"]`) })
    expect(await held.locator('a[href^="/pack/"]').allTextContents()).toEqual([
      'Arcade Sundries',
      'Cold Start',
    ])
  })

  it("shows a pack's banner beside its name, for pointers and for keys, and lets it go", async () => {
    const page = await site.visit('/charts?search=second')
    const link = page.getByRole('link', { name: 'Cold Start' })
    const preview = page.locator('.preview')
    await link.hover()
    await preview.getByText('Cold Start').waitFor()
    const [a, b] = [await link.boundingBox(), await preview.boundingBox()]
    expect(b?.width).toBe(240)
    expect((b?.y ?? 0) >= (a?.y ?? 0) + (a?.height ?? 0)).toBe(true)
    await page.mouse.move(0, 0)
    await preview.waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Arcade Sundries' }).first().focus()
    await page.keyboard.press('Tab')
    await preview.waitFor()
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'detached' })
  })

  it('keeps the last rows while the next page is on its way, and says what went wrong', async () => {
    const page = await site.visit('/packs')
    await eventually(() => names(page)).toHaveLength(25)
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/packs*page=2*', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('link', { name: 'Page 2' }).click()
    await page.locator('[aria-busy=true]').waitFor()
    expect((await names(page))[0]).toBe('Arcade Sundries')
    answer()
    await eventually(() => names(page)).toHaveLength(5)

    const said = { status: 429, json: { error: 'Too many requests' } }
    await page.route('**/api/packs*search=*', (route) => route.fulfill(said))
    await page.getByPlaceholder('Search packs...').fill('cold')
    const alert = page.getByRole('main').getByRole('alert')
    await alert.getByText('Error loading packs: Too many requests', { exact: true }).waitFor()
    await page.unroute('**/api/packs*search=*')
    await alert.getByRole('button', { name: 'Retry' }).click()
    await eventually(() => names(page)).toEqual(['Cold Start'])
  })

  it('says when a pack has no songs, no scores, or is none', async () => {
    const page = await site.visit('/pack/10')
    await panel(page, 'Recent Scores').getByText('No recent scores', { exact: true }).waitFor()
    await page.getByText('No songs available in this pack', { exact: true }).waitFor()
    await page.getByPlaceholder('Search songs...').fill('rain')
    await page.getByText('No songs found matching "rain"', { exact: true }).waitFor()

    const words = async (path: string) => {
      await page.goto(site.url + path)
      return page.getByRole('main').getByRole('alert').textContent()
    }
    expect(await words('/pack/999999')).toBe('Pack not found')
    expect(await words('/pack/0')).toBe('Pack not found')
    expect(await words('/pack/twelve')).toBe('Invalid pack ID')
    expect(await words('/pack')).toBe('Pack ID is required')
  })

  it("shows on a chart's page what its pack told", async () => {
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
      .getByRole('img', { name: /^Notes per second: average \d+\.\d, at most \d+\.\d, first at \d:\d\d$/ })
      .waitFor()
    await boardChoice(page, 'EX').click()
    await rowOf(panel(page, 'Leaderboards'), playId).waitFor()
  })

  it('leads to it from the menus, and to the uploader who may upload', async () => {
    const page = await site.visit('/packs')
    await page.getByRole('button', { name: 'Browse' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Charts' }).click()
    await page.getByRole('heading', { level: 1, name: 'Charts' }).waitFor()

    const uploader = await newPlayer(site.url, 'eve')
    expect(await runLedger(site.dataDir, ['grant', 'eve', 'packs.upload'])).toMatchObject({ code: 0 })
    const own = await site.visit('/packs', { token: uploader.token })
    await own.getByRole('main').getByRole('link', { name: 'Pack Uploader' }).click()
    await eventually(() => addressOf(own)).toBe('/pack-uploader')
  })
})
