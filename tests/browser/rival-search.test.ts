import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { itLong } from '../length.ts'
import { newPlayer, type Player } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { violations } from './page-checks.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { typeWithoutPause, withClock } from './typing.ts'

describe.skipIf(noBrowser)('the search for rivals in the settings', () => {
  let site: Site
  let ada: Player
  beforeAll(async () => {
    site = await openSite()
    ada = await newPlayer(site.url, 'ada')
    for (const alias of ['Benno', 'benita', 'carol']) await newPlayer(site.url, alias)
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const open = async (width: 1280 | 390, prepare?: (page: Page) => Promise<unknown>) => {
    const page = await site.visit('/profile', { token: ada.token, width }, prepare)
    await page
      .getByRole('button', { name: 'Rivals' })
      .or(page.getByRole('link', { name: 'Rivals' }))
      .click()
    const box = page.getByRole('searchbox', { name: 'Search players by alias' })
    await box.waitFor()
    return { page, box, found: page.getByRole('list', { name: 'Players' }).getByRole('listitem') }
  }
  const listed = 'button[aria-label^="Remove "]:not([aria-label^="Remove Rival"])'

  const names = (found: Locator) =>
    found.getByRole('link').and(found.locator('.font-semibold')).allTextContents()

  it('finds players by the start of their alias, and adds and removes one by keyboard or click', async () => {
    const asked: string[] = []
    const { page, box, found } = await open(1280, withClock)
    page.on('request', (request) => asked.push(request.url()))
    await typeWithoutPause(box, 'BEN')
    await eventually(() => names(found)).toEqual(['benita', 'Benno'])
    expect(asked.filter((url) => url.includes('autocomplete'))).toHaveLength(1)
    expect(await violations(page)).toEqual([])

    await page.getByRole('button', { name: 'Add Rival Benno' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove Rival Benno' }).waitFor()
    await eventually(() => page.locator(listed).count()).toBe(1)
    await page.getByRole('button', { name: 'Add Rival benita' }).click()
    await eventually(() => page.locator(listed).count()).toBe(2)
    await page.getByRole('button', { name: 'Remove Benno', exact: true }).click()
    await eventually(() => page.locator(listed).count()).toBe(1)
    await page.getByRole('button', { name: 'Add Rival Benno' }).waitFor()
  })

  itLong('shows an empty result, and does not search for one letter', async () => {
    const { page, box, found } = await open(390)
    await box.fill('c')
    await page.getByText('Type at least 2 letters.').waitFor()
    await box.fill('ada')
    await page.getByText('No players found for "ada"').waitFor()
    await box.fill('ca')
    await found.first().waitFor()
    expect(await violations(page)).toEqual([])
    await box.fill('')
    await eventually(() => found.count()).toBe(0)
  })

  itLong('shows an error when adding fails, and does not mark the player', async () => {
    const { page, box } = await open(1280)
    await page.route('**/api/rivals', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await box.fill('carol')
    await page.getByRole('button', { name: 'Add Rival carol' }).click()
    await page.getByRole('alert').getByText('Failed to add rival').waitFor()
    await page.getByRole('button', { name: 'Add Rival carol' }).waitFor()
    expect(await page.getByRole('button', { name: 'Remove carol', exact: true }).count()).toBe(0)
    expect(site.takeErrors().every((text) => text.includes('ERR_FAILED'))).toBe(true)
  })
})
