import { allRoutes } from '@stepledger/contracts/http/routes.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newPlayer, type Player } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { horizontalOverflow, resize, violations } from './page-checks.ts'
import { sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const chart = smallChart(1)

describe.skipIf(noBrowser)('documents for other programs', () => {
  let site: Site
  let ada: Player
  let playId: number
  beforeAll(async () => {
    site = await openSite()
    ada = await newPlayer(site.url, 'ada')
    playId = (await sendPlay(site.url, ada, { chart, seed: 1, skill: 0.7 })).playId
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  it.each(['arrow-blue', 'winter'])(
    'the API description has the theme of the site, %s, at either width, closed and open',
    async (theme) => {
      const page = await site.visit('/api/docs', { theme })
      expect(await page.title()).toBe('API · Stepledger')
      const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
      expect(scheme).toBe(theme === 'winter' ? 'light' : 'dark')
      const entries = page.locator('details')
      expect(await entries.count()).toBeGreaterThan(50)
      expect(await page.locator('details[open]').count()).toBe(0)
      for (const width of [1280, 390]) {
        await resize(page, width)
        expect([width, await violations(page), await horizontalOverflow(page)]).toEqual([width, [], 0])
      }
      await page.evaluate(() => {
        for (const entry of document.querySelectorAll('details')) entry.open = true
      })
      for (const width of [1280, 390]) {
        await resize(page, width)
        expect([width, await violations(page), await horizontalOverflow(page)]).toEqual([width, [], 0])
      }
    },
  )

  it('the API description lists every call, which opens by click and by its address; all its links work', async () => {
    const page = await site.visit('/api/docs#submitPlay')
    const play = page.locator('#submitPlay')
    for (const words of ['timingData', 'late positive', 'usedAutoplay'])
      await play.getByText(words).first().waitFor()
    const named = await page.locator('summary').allTextContents()
    for (const { method, path } of allRoutes) {
      const call = `${method}${path.replace(/:(\w+)/g, '{$1}')}`
      expect(named.filter((text) => text.startsWith(call))).not.toEqual([])
    }
    const lost = await page.evaluate(() =>
      [...document.querySelectorAll('a[href^="#"]')]
        .map((link) => link.getAttribute('href')?.slice(1) ?? '')
        .filter((id) => document.getElementById(id) === null),
    )
    expect(lost).toEqual([])

    expect(await page.locator('details[open]').count()).toBe(1)
    await page.locator('summary', { hasText: '/v1/auth-check' }).click()
    await page.locator('#authCheck').waitFor()
    await play.getByRole('link', { name: 'Error', exact: true }).click()
    await page.locator('#Error').waitFor()
  })

  it('the API description finds calls by words in any order; "/" focuses the search', async () => {
    const page = await site.visit('/api/docs')
    await page.keyboard.press('/')
    await page.keyboard.type('Rival delete')
    const shown = page.locator('summary:visible')
    await eventually(() => shown.locator('code').allTextContents()).toEqual(['/api/rival/{id}'])
    await page.getByRole('status').getByText('1 found').waitFor()
    await page.getByRole('searchbox').fill('xyzzy')
    await page.getByRole('status').getByText('Nothing found').waitFor()
    // An address leads to its call whatever is searched for.
    await page.evaluate(() => {
      location.hash = 'listPacks'
    })
    await page.locator('#listPacks').waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('')
  })

  it('every page has its own title', async () => {
    const page = await site.visit('/', { token: ada.token })
    const titles: [path: string, title: string][] = [
      ['/', 'Stepledger'],
      [`/chart/${chart.hash}`, `${chart.songName} · Stepledger`],
      [`/play/${playId}`, `ada on ${chart.songName} · Stepledger`],
      [`/user/${ada.id}`, 'ada · Stepledger'],
      ['/user', 'ada · Stepledger'],
      ['/profile', 'Picture · Stepledger'],
      ['/help', 'Help · Stepledger'],
      ['/privacy', 'Privacy Policy · Stepledger'],
      ['/leaderboards/overall', 'Overall Leaderboard · Stepledger'],
      ['/nowhere', 'Page not found · Stepledger'],
      ['/chart/ffffffffffffffff', 'Chart not found · Stepledger'],
    ]
    for (const [path, title] of titles) {
      await page.goto(site.url + path)
      await eventually(() => page.title()).toBe(title)
    }
    const visitor = await site.visit('/login')
    await eventually(() => visitor.title()).toBe('Login · Stepledger')
    await visitor.goto(`${site.url}/register`)
    await eventually(() => visitor.title()).toBe('Register · Stepledger')
  })

  it('every address of the sitemap exists', async () => {
    const addressesIn = async (path: string) =>
      [...(await (await fetch(site.url + path)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
        ([, address = '']) => new URL(address).pathname + new URL(address).search,
      )
    const files = await addressesIn('/sitemap.xml')
    const paths = (await Promise.all(files.map(addressesIn))).flat()
    expect(paths).toEqual(expect.arrayContaining(['/', `/chart/${chart.hash}`, `/user/${ada.id}`]))
    const page = await site.visit('/')
    for (const path of paths) {
      await page.goto(site.url + path)
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      const wrong = page.getByText(/There's no page at this address|not found/)
      expect([path, await wrong.count()]).toEqual([path, 0])
    }
  })
})
