import { deferred } from '@stepledger/services/platform/async/deferred-in-tests.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { packChart } from '../generators/pack-chart.ts'
import { withLong } from '../length.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { addPacks } from './packs.ts'
import { layoutShifts, nextPaint, recordLayoutShifts } from './page-checks.ts'
import { confirmAddress, publishEvent } from './player-event.ts'
import { newPlayers, sendPlay, smallChart } from './scores.ts'
import { shiftsWhileLoading } from './shifts-while-loading.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { widths } from './visits.ts'

const chart = smallChart(1)
const firstPageLimit = 160_000

describe.skipIf(noBrowser)('a loading page', () => {
  let site: Site
  let ada: Player
  let few: Player
  let playId: number
  let paths: Awaited<ReturnType<typeof publishEvent>>
  beforeAll(async () => {
    site = await openSite()
    await addPacks(site, [
      {
        packId: 1,
        name: 'Arcade Sundries',
        at: 1_770_000_000_000,
        songs: [{ songId: 1, charts: [packChart(chart)] }],
      },
    ])
    const crowd = await newPlayers(site.url, 'dancer', 12)
    ada = crowd[0] ?? (await newPlayer(site.url, 'ada'))
    await confirmAddress(site, ada)
    for (const [i, player] of crowd.entries())
      await sendPlay(site.url, player, { chart, seed: i, skill: i / 12 })
    for (let seed = 2; seed < 13; seed++) await sendPlay(site.url, ada, { chart: smallChart(seed), seed })
    few = await newPlayer(site.url, 'newcomer')
    for (const seed of [2, 3]) await sendPlay(site.url, few, { chart: smallChart(seed), seed: 60 + seed })
    playId = (await sendPlay(site.url, ada, { chart, seed: 50, failsAt: 0.7 })).playId
    paths = await publishEvent(site, ada, [chart.hash])
    for (const { id } of crowd.slice(5, 10))
      await call(`${site.url}/api/rivals`, { token: ada.token, body: { rivalUserId: id } })
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  it.each(
    withLong<[string, () => string, string, () => string[]]>(
      [
        [
          'a chart',
          () => `/chart/${chart.hash.toUpperCase()}?page=2`,
          'chart-page',
          () => [`/api/chart/${chart.hash}`, `/api/chart/${chart.hash}/leaderboards?page=2`],
        ],
      ],
      [
        ['home', () => '/', 'home-page', () => ['/api/blueshift']],
        ['a play', () => `/play/${playId}`, 'play-page', () => [`/api/play/${playId}`]],
      ],
    ),
  )('fetches the data of %s before its chunk has loaded', async (_, address, part, readsOf) => {
    const reads = readsOf()
    const asked = new Set<string>()
    const [held, arrive] = deferred()
    const page = await site.visit(address(), {}, async (page) => {
      await page.route(new RegExp(`/assets/${part}-`), async (route) => {
        await held
        await route.continue()
      })
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url())
        asked.add(pathname + search)
        if (reads.every((read) => asked.has(read))) arrive()
      })
    })
    await page.locator('tbody a[href^="/play/"], main canvas').first().waitFor({ state: 'attached' })
  })

  it.each(
    withLong<[string, () => string, () => string[]]>(
      [
        [
          'a player',
          () => `/user/${few.id}`,
          () => [`/api/user/${few.id}/activity`, `/api/user/${few.id}/play-sessions`, '/api/events'],
        ],
      ],
      [
        ['home', () => '/', () => ['/api/blueshift', '/api/own-events?leaderboard=HardEX']],
        ['a play', () => `/play/${playId}`, () => [`/api/play/${playId}`, `/api/play/${playId}/standings`]],
        ['a chart', () => `/chart/${chart.hash}`, () => [`/api/chart/${chart.hash}/places`]],
      ],
    ),
  )(
    'requests the first reads of %s before the app has loaded, which uses them all',
    async (_, address, readsOf) => {
      // As a login leaves it in the browser.
      const user = JSON.stringify((await call(`${site.url}/api/user`, { token: ada.token })).body)
      const missing = new Set(readsOf())
      const [held, arrive] = deferred()
      const page = await site.visit(address(), { token: ada.token }, async (page) => {
        await page.evaluate((text) => localStorage.setItem('user', text), user)
        await page.route(/\/assets\/index-.*\.js/, async (route) => {
          await held
          await route.continue()
        })
        page.on('request', (request) => {
          const { pathname, search } = new URL(request.url())
          missing.delete(pathname + search)
          if (missing.size === 0) arrive()
        })
      })
      await page.locator('main a[href^="/play/"], main canvas').first().waitFor({ state: 'attached' })
      expect(await page.evaluate('[...firstReads.keys()]')).toEqual([])
    },
  )

  it('a font that loads some frames late changes the width of no title', async () => {
    const [held, arrive] = deferred()
    const page = await site.visit('/charts', { width: 390 }, async (page) => {
      await recordLayoutShifts(page)
      await page.route(/archivo-basic/, async (route) => {
        await held
        await route.continue()
      })
      await page.exposeFunction('fontMayCome', arrive)
      // Timers run 50 times slower, so that a busy machine does not reach the page's timeouts.
      await page.addInitScript(`{
        const { setTimeout } = window
        window.setTimeout = (act, ms, ...values) => setTimeout(act, ms * 50, ...values)
      }`)
      await page.addInitScript(`document.fonts.addEventListener('loading', () => {
        requestAnimationFrame(() => requestAnimationFrame(() => window.fontMayCome()))
      }, { once: true })`)
    })
    await page.getByRole('main').locator('a[href^="/chart/"]').first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    await nextPaint(page)
    expect(await layoutShifts(page)).toEqual([])
  })

  it.each(
    withLong<[string, () => string]>(
      [
        ['home', () => '/'],
        ['a chart', () => `/chart/${chart.hash}`],
        ['a player', () => `/user/${ada.id}`],
      ],
      [
        ['a play', () => `/play/${playId}`],
        ['a list of packs', () => '/packs'],
        ['a pack', () => '/pack/1'],
        ['a list of charts', () => '/charts?difficulty=Hard'],
        ['a player with few plays', () => `/user/${few.id}`],
        ['the rivals under Edit Profile', () => '/profile?section=rivals'],
        ['the list of events', () => '/events'],
        ['an event of a player', () => paths.event],
        ['organising an event', () => `${paths.event}/organise`],
        ['a draft', () => paths.draft],
      ],
    ),
  )('has no layout shift when the data of %s arrives, at either width', async (_name, path) => {
    const jumps: unknown[] = []
    for (const width of widths) {
      const call = /\/api\/(blueshift|chart|pack|simfiles|play|user\/|rivals|event|organised)/
      const visit = { width, token: ada.token }
      jumps.push({ width, shifts: await shiftsWhileLoading(site, path(), visit, call) })
    }
    expect(jumps).toEqual(widths.map((width) => ({ width, shifts: [] })))
  })

  it(`the first page loads at most ${firstPageLimit / 1000} kB of script`, async () => {
    const scripts: { address: string; bytes: number }[] = []
    const sizing: Promise<unknown>[] = []
    const page = await site.visit('/', {}, async (page) => {
      page.on('requestfinished', (request) => {
        if (!/\.js$/.test(new URL(request.url()).pathname)) return
        const size = request.sizes().then(({ responseBodySize }) => {
          scripts.push({ address: new URL(request.url()).pathname, bytes: responseBodySize })
        })
        sizing.push(size)
      })
    })
    await page.getByRole('table').first().waitFor()
    await nextPaint(page)
    await Promise.all(sizing)
    const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
    process.stdout.write(
      `Compressed script of the first page: ${(total / 1000).toFixed(1)} kB in ${scripts.length} files\n`,
    )
    expect(scripts.length).toBeGreaterThan(1)
    expect(total).toBeGreaterThan(50_000)
    expect(total).toBeLessThanOrEqual(firstPageLimit)
  })
})
