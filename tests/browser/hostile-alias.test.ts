import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, newPlayer, type Player } from '../system/client.ts'
import { sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const alias = '<img/src=x/onerror=window.hacked=1>'
const chart = smallChart(1)

describe.skipIf(noBrowser)('an alias that contains HTML', () => {
  let site: Site
  let eve: Player
  let playId: number
  beforeAll(async () => {
    site = await openSite()
    eve = await newPlayer(site.url, 'eve')
    await call(`${site.url}/api/user`, { method: 'PUT', token: eve.token, body: { alias } })
    playId = (await sendPlay(site.url, eve, { chart, seed: 1, skill: 0.7 })).playId
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  it.each([
    ['home', () => '/'],
    ['a chart', () => `/chart/${chart.hash}`],
    ['a play', () => `/play/${playId}`],
    ['the profile', () => `/user/${eve.id}`],
    ['the profile by its alias', () => `/user/${encodeURIComponent(alias)}`],
  ])('is shown as text on %s, and runs nothing', async (_page, path) => {
    const page = await site.visit(path())
    await page.getByText(alias).first().waitFor({ state: 'attached' })
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  })

  it('is escaped in the head of every page of its player, and in the search for rivals', async () => {
    const { token } = await newPlayer(site.url, 'mallory')
    const own = await site.visit('/profile?section=profile', { token: eve.token })
    await own.getByRole('button', { name: alias }).waitFor()
    expect(await own.getByLabel('Alias').inputValue()).toBe(alias)
    const page = await site.visit('/profile?section=rivals', { token })
    await page.getByRole('searchbox', { name: 'Search players by alias' }).fill('<img')
    await page.getByRole('link', { name: alias, exact: true }).waitFor()
    for (const each of [own, page]) expect(await each.evaluate(() => 'hacked' in window)).toBe(false)
  })
})
