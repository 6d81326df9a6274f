import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { packChart } from '../generators/pack-chart.ts'
import { itLong, withLong } from '../length.ts'
import { newPlayer, type Player } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { addressOf } from './find.ts'
import { addPacks } from './packs.ts'
import { applyTheme, horizontalOverflow, violations } from './page-checks.ts'
import { smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'

describe.skipIf(noBrowser)('the search in the bar', () => {
  let site: Site
  let ada: Player
  let song: Player
  const songs = Array.from({ length: 7 }, (_, i) => i + 1)
  beforeAll(async () => {
    site = await openSite()
    ada = await newPlayer(site.url, 'ada')
    song = await newPlayer(site.url, 'songbird')
    await addPacks(site, [
      {
        packId: 1,
        name: 'Song Sundries',
        at: 1_770_000_000_000,
        songs: songs.map((seed) => ({ songId: seed, charts: [packChart(smallChart(seed))] })),
      },
    ])
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  it('is used by keyboard alone: "/" opens it, arrows choose, Enter opens', async () => {
    const page = await site.visit('/privacy', { token: ada.token })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('/')
    // At once, without waiting for anything.
    await page.keyboard.type('song')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    const chosen = () => dialog.getByRole('option', { selected: true }).textContent()
    const options = dialog.getByRole('option')
    await eventually(() => options.allTextContents()).toHaveLength(5 + 1 + 2 + 1)
    expect(await dialog.getByRole('combobox').inputValue()).toBe('song')
    for (const group of ['Charts', 'Players', 'Packs'])
      await dialog.getByRole('group', { name: group }).waitFor()
    expect(await violations(page)).toEqual([])

    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown')
    await eventually(chosen).toBe('All 7 charts')
    await page.keyboard.press('ArrowDown')
    await eventually(chosen).toContain('songbird')
    const named = await dialog.getByRole('combobox').getAttribute('aria-activedescendant')
    expect(await page.locator(`[id="${named}"]`).textContent()).toContain('songbird')
    await page.keyboard.press('Enter')
    await eventually(() => addressOf(page)).toBe(`/user/${song.id}`)
    await eventually(() => page.getByRole('dialog').count()).toBe(0)

    await page.keyboard.press('/')
    await page.keyboard.type('song')
    await eventually(() => options.count()).toBe(9)
    await page.keyboard.press('ArrowUp')
    await eventually(chosen).toContain('Song Sundries')
    await page.keyboard.press('Enter')
    await eventually(() => addressOf(page)).toBe('/pack/1')
  })

  it('is closed by Escape, which gives the focus back', async () => {
    const page = await site.visit('/privacy')
    const opener = page.getByRole('button', { name: 'Search' })
    await opener.press('Enter')
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => page.getByRole('dialog').count()).toBe(0)
    await eventually(() => opener.evaluate((el) => el === document.activeElement)).toBe(true)
  })

  it('leaves "/" to text fields', async () => {
    const page = await site.visit('/charts')
    const box = page.getByRole('searchbox', { name: 'Search charts' })
    await box.pressSequentially('a/b')
    expect(await box.inputValue()).toBe('a/b')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  itLong('finds the same for a visitor on a phone, and leads to all charts', async () => {
    const page = await site.visit('/', { width: 390 })
    await page.getByRole('button', { name: 'Search' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByRole('combobox').fill('song')
    await dialog.getByRole('option', { name: 'All 7 charts' }).waitFor()
    await dialog.getByRole('group', { name: 'Players' }).getByText('songbird').waitFor()
    expect(await horizontalOverflow(page)).toBe(0)
    for (const theme of withLong(['winter'], ['arrow-blue', 'cyberpunk'])) {
      await applyTheme(page, theme)
      expect([theme, ...(await violations(page))]).toEqual([theme])
    }
    await dialog.getByRole('option', { name: 'All 7 charts' }).tap()
    await eventually(() => addressOf(page)).toBe('/charts?search=song')
    await page.getByRole('button', { name: 'Search' }).tap()
    await dialog.getByRole('combobox').fill('nothing of that name')
    await dialog.getByText('Nothing found for "nothing of that name"').waitFor()
  })
})
