import { deferred } from '@stepledger/services/platform/async/deferred-in-tests.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itLong } from '../length.ts'
import { newPlayer, type Player } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { panel, rowOf } from './find.ts'
import { resize } from './page-checks.ts'
import { sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const chart = smallChart(1)

describe.skipIf(noBrowser)('a page that loses its server', () => {
  let site: Site
  let ada: Player
  beforeAll(async () => {
    site = await openSite()
    ada = await newPlayer(site.url, 'ada')
    await sendPlay(site.url, ada, { chart, seed: 1 })
  })
  afterAll(() => site.close())

  it('shows a quiet notice, keeps its content, reconnects and catches up', async () => {
    const home = await site.visit('/')
    const boards = await site.visit(`/chart/${chart.hash}`)
    const row = panel(home, 'Recent Scores').locator('tbody tr')
    await eventually(() => row.count()).toBe(1)
    await panel(boards, 'Leaderboards').getByText('#1').waitFor()
    const sign = (page: typeof home) => page.getByRole('status').getByText('Connection lost. Reconnecting…')
    expect(site.takeErrors()).toEqual([])

    await site.stopServer()
    await sign(home).waitFor()
    await sign(boards).waitFor()
    expect(await row.count()).toBe(1)
    // At its end a page stands clear of the sign.
    for (const width of [1280, 390]) {
      await resize(home, width)
      await home.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      const footer = await home.getByRole('contentinfo').boundingBox()
      const note = await sign(home).boundingBox()
      expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(note?.y ?? 0)
    }
    await resize(home, 1280)
    await home.evaluate(() => window.scrollTo(0, 0))

    await site.startServerAgain()
    const { playId } = await sendPlay(site.url, ada, { chart, seed: 2, skill: 1 })
    await rowOf(home, playId).waitFor()
    await rowOf(panel(boards, 'Leaderboards'), playId).waitFor()
    await eventually(async () => (await sign(home).count()) + (await sign(boards).count())).toBe(0)

    const ben = await newPlayer(site.url, 'ben')
    const { playId: next } = await sendPlay(site.url, ben, { chart, seed: 3 })
    await rowOf(home, next).waitFor()
    expect(site.takeErrors().every((text) => /WebSocket|ERR_CONNECTION/.test(text))).toBe(true)
  })

  it('misses no play between its data and its subscription', async () => {
    const [held, connect] = deferred()
    const page = await site.visit('/', {}, (page) =>
      page.routeWebSocket('**/live', async (socket) => {
        await held
        socket.connectToServer()
      }),
    )
    const row = panel(page, 'Recent Scores').locator('tbody tr')
    // Neighbouring plays of a player are one row.
    await eventually(() => row.count()).toBe(2)
    const { playId } = await sendPlay(site.url, ada, { chart, seed: 4 })
    expect(await row.count()).toBe(2)
    connect()
    await rowOf(page, playId).waitFor()
  })

  itLong('retries requests that a busy server refused', async () => {
    const page = await site.visit('/', { token: ada.token }, (page) =>
      page.route(/\/api\/(?!user$)/, (route) => route.fulfill({ status: 503, json: { error: 'Not now' } })),
    )
    await panel(page, 'Recent Scores').getByText("Couldn't load this.").waitFor()
    await panel(page, 'For You').getByText("Couldn't load this.").waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await panel(page, 'Recent Scores').locator('tbody tr').first().waitFor()
    await panel(page, 'For You').getByText('Last play').waitFor()
    expect(site.takeErrors().every((text) => text.includes('503'))).toBe(true)
  })

  itLong('opens a page whose chunk or data failed to load, once the server is back', async () => {
    const away = /\/(assets\/packs-page|api\/|icon\.svg)/
    const page = await site.visit('/login', {}, (page) => page.route(away, (route) => route.abort()))
    const alert = page.getByRole('main').getByRole('alert')
    await page.getByRole('button', { name: 'Browse' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Packs' }).click()
    await alert.getByText('This page could not be loaded').waitFor()
    await alert.getByRole('button', { name: 'Retry' }).click()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('heading', { name: 'Packs' }).waitFor()

    await page.route(away, (route) => route.abort())
    await page.goto(`${site.url}/chart/${chart.hash}`)
    await alert.getByText('Failed to load chart').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('heading', { level: 1, name: chart.songName }).waitFor()
  })

  it('shows the notice even when the app itself failed to load', async () => {
    const program = /\/assets\/index-.*\.js/
    const page = await site.visit('/', {}, (page) => page.route(program, (route) => route.abort()))
    await page.getByRole('alert').getByText("We can't reach Stepledger right now.").waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Retry' }).click()
    await panel(page, 'Recent Scores').waitFor()
  })
})
