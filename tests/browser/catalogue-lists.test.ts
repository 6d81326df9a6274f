import { deferred } from '@stepledger/services/platform/async/deferred-in-tests.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { itLong } from '../length.ts'
import { hard, packs } from './catalogue-packs.ts'
import { eventually } from './eventually.ts'
import { addressOf } from './find.ts'
import { addPacks } from './packs.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { typeWithoutPause, withClock } from './typing.ts'
import { widths } from './visits.ts'

describe.skipIf(noBrowser)('the lists of the catalogue', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
    await addPacks(site, packs)
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

  describe.each(widths)('at %i px', (width) => {
    it('lists packs by name with pagination, and opens a pack by its row', async () => {
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

      await rows(page).nth(1).locator('.bn').click()
      await page.getByRole('heading', { level: 1, name: 'Pack 24' }).waitFor()
      expect(addressOf(page)).toBe('/pack/33')
      await page.goBack()
      await eventually(() => names(page)).toHaveLength(5)
    })

    itLong('searches packs by a part of their name, debounced, and shows an empty result', async () => {
      const page = await site.visit('/packs?page=2', { width }, withClock)
      const box = page.getByPlaceholder('Search packs...')
      await eventually(() => names(page)).toHaveLength(5)
      const asked = calls(page, 'packs')
      await typeWithoutPause(box, 'TAPES')
      await eventually(() => names(page)).toEqual(['Basement Tapes'])
      expect(asked).toHaveLength(1)
      expect(addressOf(page)).toBe('/packs?search=TAPES')
      await box.fill('nothing like it')
      await page.getByText('No packs found matching "nothing like it"').waitFor()
      expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)

      // A search adds one history entry, however often its text changes.
      await page.goBack()
      await eventually(() => names(page)).toHaveLength(5)
      expect([addressOf(page), await box.inputValue()]).toEqual(['/packs?page=2', ''])
    })

    it('lists charts, and opens a chart by its row or its pack by the link', async () => {
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

    it('filters charts, shows the number of active filters, and clears them', async () => {
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

  it.each(widths)(
    'filters by the names on a chart and by a pack, each with a tag, at %i px',
    async (width) => {
      const page = await site.visit(`/chart/${hard.hash}`, { width })
      const tag = (text: string) => page.getByRole('button', { name: `Remove filter ${text}` })
      const more = page.getByText('More about this chart')
      await page.getByRole('link', { name: 'Rotor Club' }).waitFor()
      if (await more.isVisible()) await more.click()
      await page.getByRole('link', { name: 'voltwalker' }).click()
      await page.getByText('Showing 1 of 1 charts', { exact: true }).waitFor()
      expect(addressOf(page)).toBe('/charts?stepartist=voltwalker')
      expect(await page.getByLabel('Steps Type').count()).toBe(0)
      await tag('Stepartist: voltwalker').click()
      await page.getByText('Showing 25 of 30 charts', { exact: true }).waitFor()
      expect(addressOf(page)).toBe('/charts')

      await page.goto(`${site.url}/chart/${hard.hash}`)
      await page.getByRole('link', { name: 'Rotor Club' }).click()
      await page.getByText('Showing 3 of 3 charts', { exact: true }).waitFor()
      await tag('Artist: Rotor Club').waitFor()
      await page.getByRole('link', { name: 'voltwalker' }).click()
      await tag('Stepartist: voltwalker').waitFor()
      expect(addressOf(page)).toBe('/charts?stepartist=voltwalker')

      await page.goto(`${site.url}/pack/3`)
      await page.getByRole('link', { name: 'All charts' }).click()
      await tag('Pack: Cold Start').waitFor()
      await page.getByText('Showing 1 of 1 charts', { exact: true }).waitFor()
    },
  )

  it('sorts by the clicked column, and reverses the order on a second click', async () => {
    const page = await site.visit('/packs?page=2')
    const column = (name: string) => page.getByRole('columnheader', { name, exact: true })
    await eventually(() => column('Pack Name').getAttribute('aria-sort')).toBe('ascending')
    await column('Added').getByRole('button').click()
    await eventually(async () => (await names(page))[0]).toBe('Basement Tapes')
    expect(addressOf(page)).toBe('/packs?orderBy=createdAt')
    await column('Added').getByRole('button').press('Enter')
    await eventually(async () => (await names(page))[0]).toBe('Cold Start')
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

  it('shows placeholders for missing chart data, and every pack that contains the chart', async () => {
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

  itLong('shows the banner of a pack on hover and on focus, and hides it again', async () => {
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

    const row = page.getByRole('row').filter({ has: link })
    await row.getByRole('link', { name: 'Arcade Sundries' }).focus()
    await page.keyboard.press('Tab')
    await preview.waitFor()
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'detached' })
  })

  itLong('keeps the previous rows while the next page loads, and shows errors', async () => {
    const page = await site.visit('/packs')
    await eventually(() => names(page)).toHaveLength(25)
    const [held, answer] = deferred()
    await page.route('**/api/packs*page=2*', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('link', { name: 'Page 2' }).click()
    await page.locator('[aria-busy=true]').waitFor()
    expect((await names(page))[0]).toBe('Arcade Sundries')
    answer()
    await eventually(() => names(page)).toHaveLength(5)

    const refusal = { status: 429, json: { error: 'Too many requests' } }
    await page.route('**/api/packs*search=*', (route) => route.fulfill(refusal))
    await page.getByPlaceholder('Search packs...').fill('cold')
    const alert = page.getByRole('main').getByRole('alert')
    await alert.getByText('Error loading packs: Too many requests', { exact: true }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await alert.getByRole('button', { name: 'Retry' }).click()
    await eventually(() => names(page)).toEqual(['Cold Start'])
  })
})
