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

  it('the API description is one page without script, readable in dark and light, at either width', async () => {
    const page = await site.visit('/api/docs')
    expect(await page.title()).toBe('API · Stepledger')
    expect(await page.evaluate(() => document.scripts.length)).toBe(0)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [1280, 390]) {
        await resize(page, width)
        expect([colorScheme, width, await violations(page), await horizontalOverflow(page)]).toEqual([
          colorScheme,
          width,
          [],
          0,
        ])
      }
    }
    await page.emulateMedia({ colorScheme: null })
  })

  it('the API description lists every call, and all its links work', async () => {
    const page = await site.visit('/api/docs')
    const named = await page.locator('nav li').allTextContents()
    for (const { method, path } of allRoutes)
      expect(named).toContain(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    const lost = await page.evaluate(() =>
      [...document.querySelectorAll('a[href^="#"]')]
        .map((link) => link.getAttribute('href')?.slice(1) ?? '')
        .filter((id) => document.getElementById(id) === null),
    )
    expect(lost).toEqual([])
    await page.getByRole('link', { name: 'POST /v1/chart/{hash}/play' }).click()
    const play = page.locator('#submitPlay')
    for (const words of ['timingData', 'late positive', 'usedAutoplay'])
      await play.getByText(words).first().waitFor()
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
