import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { itLong } from '../length.ts'
import { call, newPlayer, type Player, submit } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { expectClean } from './expect-clean.ts'
import { addressOf, boardChoice, panel, rowOf } from './find.ts'
import { horizontalOverflow, printProblems, resize } from './page-checks.ts'
import { sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { typeWithoutPause, withClock } from './typing.ts'
import { widths } from './visits.ts'

/** Songs of meters 5 to 18, played in this order; the last one has no meter. */
const songs = [
  ...Array.from({ length: 14 }, (_, i) => ({ title: `Song ${String.fromCharCode(78 - i)}`, meter: i + 5 })),
  { title: 'Nameless', meter: null },
]

describe.skipIf(noBrowser)('the profile page', () => {
  let site: Site
  let ada: Player
  let ben: Player

  beforeAll(async () => {
    site = await openSite()
    ;[ada, ben] = await Promise.all([newPlayer(site.url, 'ada'), newPlayer(site.url, 'ben')])
    for (const [i, { title, meter }] of songs.entries()) {
      const made = playBody({ chart: smallChart(i), seed: i, skill: ((i * 7) % songs.length) / songs.length })
      await submit(site.url, ada, {
        ...made,
        songName: title,
        artist: 'Nova',
        difficulty: meter ?? 'unknown',
      })
    }
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const open = async (query = '', visit = {}, prepare?: (page: Page) => Promise<unknown>) => {
    const page = await site.visit(`/user/${ada.id}${query}`, visit, prepare)
    await page.getByRole('heading', { name: 'ada', exact: true }).waitFor()
    return page
  }
  const titles = (page: Page) =>
    panel(page, 'Recent Scores')
      .locator('a[href^="/chart/"]')
      .evaluateAll((links) => links.map((link) => (link.querySelector('.font-semibold') ?? link).textContent))
  const query = (page: Page) => new URL(page.url()).search
  const newest = songs.map(({ title }) => title).reverse()

  it.each(widths)('lists plays newest first, with the page in the address, %i px wide', async (width) => {
    const page = await open('', { width })
    await eventually(() => titles(page)).toEqual(newest.slice(0, 10))
    await page.getByRole('link', { name: 'Page 2' }).click()
    await eventually(() => titles(page)).toEqual(newest.slice(10))
    expect(query(page)).toBe('?page=2')
    await page.goBack()
    await eventually(() => titles(page)).toEqual(newest.slice(0, 10))
    expect(query(page)).toBe('')
  })

  itLong('prints without controls', async () => {
    const page = await open('', { theme: 'arrow-red', token: ben.token })
    await eventually(() => titles(page)).toEqual(newest.slice(0, 10))
    expect(await printProblems(page)).toEqual([])
  })

  itLong('searches with debouncing, and starts at the first page', async () => {
    const page = await open('?page=2', {}, withClock)
    const sought: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.startsWith('/api/user/')) sought.push(searchParams.get('search'))
    })
    await typeWithoutPause(page.getByRole('searchbox', { name: 'Search songs' }), 'song c')
    await eventually(() => titles(page)).toEqual(['Song C'])
    expect([query(page), sought.filter((text) => text !== null)]).toEqual(['?search=song+c', ['song c']])
    await page.getByRole('searchbox').fill('no such song')
    await panel(page, 'Recent Scores').getByText('No recent scores').waitFor()
    await page.getByRole('searchbox').fill('')
    await eventually(() => titles(page)).toEqual(newest.slice(0, 10))
  })

  itLong('sorts by title, score and date, in both directions', async () => {
    const page = await open('?page=2')
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('title')
    const byTitle = [...newest].sort()
    await eventually(() => titles(page)).toEqual(byTitle.slice(0, 10))
    expect(query(page)).toBe('?sort=title')
    await page.getByRole('button', { name: 'Ascending; sort descending' }).click()
    await eventually(() => titles(page)).toEqual(byTitle.reverse().slice(0, 10))

    await page.getByRole('combobox', { name: 'Sort' }).selectOption('score')
    const scores = async () =>
      (await page.locator('tbody .sc').allTextContents()).map((text) => Number(text.replace('%', '')))
    // The ten newest plays, in another order; the rows of the sort before stay until they are read.
    await eventually(async () => (await titles(page)).sort()).toEqual(newest.slice(0, 10).sort())
    const shown = await scores()
    expect(shown).toEqual([...shown].sort((a, b) => b - a))
    expect(query(page)).toBe('?sort=score')
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('date')
    await page.getByRole('button', { name: 'Descending; sort ascending' }).click()
    await eventually(() => titles(page)).toEqual([...newest].reverse().slice(0, 10))
  })

  itLong('filters by minimum and maximum meter; 6 and 17 include everything below and above', async () => {
    const page = await open()
    const lowest = page.getByRole('combobox', { name: 'Lowest meter' })
    const highest = page.getByRole('combobox', { name: 'Highest meter' })
    const options = async (of: typeof lowest) => {
      const texts = await of.locator('option').allTextContents()
      return `${texts[0]} to ${texts.at(-1)}`
    }
    expect([await options(lowest), await options(highest)]).toEqual(['6- to 17+', '6- to 17+'])

    await lowest.selectOption('15')
    await eventually(() => titles(page)).toEqual(['Nameless', 'Song A', 'Song B', 'Song C', 'Song D'])
    expect(await options(highest)).toBe('15 to 17+')
    await page.getByRole('checkbox', { name: 'Include unknown' }).uncheck()
    await eventually(() => titles(page)).toEqual(['Song A', 'Song B', 'Song C', 'Song D'])
    await highest.selectOption('16')
    await eventually(() => titles(page)).toEqual(['Song C', 'Song D'])
    expect([await options(lowest), query(page)]).toEqual(['6- to 16', '?min=15&unknown=no&max=16'])
    await lowest.selectOption('6')
    await highest.selectOption('6')
    await eventually(() => titles(page)).toEqual(['Song M', 'Song N'])
    await page.reload()
    await eventually(() => titles(page)).toEqual(['Song M', 'Song N'])
    await page.goto(`${site.url}/user/${ada.id}?min=17&max=9`)
    await eventually(() => lowest.inputValue()).toBe('9')
    expect(await highest.inputValue()).toBe('9')
  })

  it('goes to the first page when another board is chosen', async () => {
    const page = await open('?page=2')
    await boardChoice(page, 'EX').click()
    await eventually(() => titles(page)).toEqual(newest.slice(0, 10))
    expect(query(page)).toBe('')
  })

  it('adds a rival optimistically, and reverts when the request fails', async () => {
    const page = await open('', { token: ben.token })
    const add = page.getByRole('button', { name: 'Add Rival' })
    const remove = page.getByRole('button', { name: 'Remove Rival' })
    const mark = page.getByRole('main').locator('.ic-rival', { hasText: 'Rival' })
    await add.waitFor()
    const held: Route[] = []
    const hold = (route: Route) => void held.push(route)
    // The page is faster than the message of the browser about the request.
    const fail = async () => {
      await eventually(() => held.length).toBe(1)
      await held.pop()?.abort()
    }

    await page.route('**/api/rivals', hold)
    await add.click()
    await remove.waitFor()
    await mark.waitFor()
    await fail()
    await page.getByRole('alert').getByText('Failed to add rival').waitFor()
    await add.waitFor()
    expect(await mark.count()).toBe(0)

    await page.unrouteAll({ behavior: 'wait' })
    await add.click()
    await eventually(() => remove.isEnabled()).toBe(true)
    await page.reload()
    await mark.waitFor()

    await page.route('**/api/rival/*', hold)
    await remove.click()
    await add.waitFor()
    await fail()
    await page.getByRole('alert').getByText('Failed to remove rival').waitFor()
    await remove.waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await remove.click()
    await eventually(() => add.isEnabled()).toBe(true)
    const own = () => call(`${site.url}/api/user`, { token: ben.token })
    await eventually(async () => (await own()).body).toMatchObject({ rivalUserIds: [] })
    expect(site.takeErrors().every((text) => text.includes('ERR_FAILED'))).toBe(true)
  })

  it('has no rival button for visitors and on the own profile, which is also at /user', async () => {
    const visitor = await open()
    expect(await visitor.getByRole('button', { name: 'Add Rival' }).count()).toBe(0)
    const own = await site.visit('/user', { token: ada.token })
    await own.getByRole('main').locator('.ic-own', { hasText: 'You' }).waitFor()
    expect(await own.getByRole('button', { name: 'Add Rival' }).count()).toBe(0)
    expect(addressOf(own)).toBe('/user')
    // There was no event yet; its panel keeps its place.
    await own.getByText('Not participating').waitFor()
    await own.getByText("You haven't participated in the Blue Shift Beta event yet.").waitFor()
  })

  it('links to the setup guide without plays, and inserts a new play live', async () => {
    const page = await site.visit('/user', { token: ben.token })
    await page.getByText('No recent scores').waitFor()
    const guide = page.getByRole('link', { name: 'Set Up Your Game' })
    expect(await guide.getAttribute('href')).toBe('/help#setup')
    const { playId } = await sendPlay(site.url, ben, { chart: smallChart(50), seed: 50 })
    await rowOf(panel(page, 'Recent Scores'), playId).waitFor()
    expect(await guide.count()).toBe(0)
  })

  it('opens the session of the plays, with the rivals passed and the milestones in it, and leads back to them', async () => {
    const rival = { chart: smallChart(0), seed: 60, skill: 0.5 }
    await sendPlay(site.url, ben, rival)
    await call(`${site.url}/api/rivals`, { token: ada.token, body: { rivalUserId: ben.id } })
    const better = await sendPlay(site.url, ada, { ...rival, seed: 61, skill: 0.97 })

    const page = await open('', { token: ada.token })
    const firstStar = () =>
      panel(page, 'Milestones').getByRole('link', { name: 'First star' }).getAttribute('href')
    await panel(page, 'Sessions').getByRole('link').click()

    await page.getByRole('heading', { level: 1, name: /day (Morning|Afternoon|Evening|Night)$/ }).waitFor()
    await rowOf(panel(page, 'Plays'), better.playId).getByText('First place').waitFor()
    expect(await panel(page, 'Plays').locator('tbody tr').count()).toBe(songs.length + 1)
    await rowOf(panel(page, 'Best Moments'), better.playId).getByText('First place').waitFor()
    expect(await firstStar()).toMatch(/^\/play\/\d+$/)
    await panel(page, 'Rivals Passed').getByText('ben').waitFor()
    await page.getByRole('button', { name: 'Share' }).click()
    const shown = page.getByRole('dialog', { name: 'Share' }).getByRole('img')
    await eventually(() => shown.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBe(
      1200,
    )
    await page.keyboard.press('Escape')
    for (const name of ['Previous', 'Next'])
      expect(await page.getByRole('button', { name }).isDisabled()).toBe(true)
    await expectClean(page)
    await resize(page, 320)
    expect(await horizontalOverflow(page)).toBe(0)

    await page.goto(`${site.url}/play/${better.playId}`)
    await page.getByRole('link', { name: 'Session', exact: true }).click()
    await page.getByRole('heading', { name: /^Accuracy over the/ }).waitFor()
    const visitor = await site.visit(`/session/${better.playId}`)
    await panel(visitor, 'Best Moments').waitFor()
    expect(await panel(visitor, 'Rivals Passed').count()).toBe(0)
    await visitor.goto(`${site.url}/session/987654`)
    await visitor.getByRole('heading', { name: 'Session not found' }).waitFor()
    expect(site.takeErrors().every((text) => text.includes('404'))).toBe(true)
  })

  it('shows an unknown player', async () => {
    const page = await site.visit(`/user/${crypto.randomUUID()}`)
    const notFound = page.getByRole('heading', { name: 'User not found' })
    await notFound.waitFor()
    await page.goto(`${site.url}/user/nobody`)
    await notFound.waitFor()
    expect(await page.title()).toBe('User not found · Stepledger')
  })
})
