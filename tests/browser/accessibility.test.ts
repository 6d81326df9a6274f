import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { themes } from '../../web/app/theme/themes.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { violations, wear, widen } from './axe.ts'
import { panel, rowOf } from './find.ts'
import { newPlayers, sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const chart = smallChart(1)
const failedOnly = smallChart(2)

describe.skipIf(noBrowser)('by the rules of axe, at 1280 and 390 px, dark and light', () => {
  let site: Site
  let ada: Player
  let ben: Player
  let playId: number
  let failedId: number

  beforeAll(async () => {
    site = await openSite()
    const crowd = await newPlayers(site.url, 'dancer', 27)
    ada = await newPlayer(site.url, 'ada')
    ben = await newPlayer(site.url, 'an-alias-of-fifty-characters-'.padEnd(50, 'o'))
    for (const [i, player] of [...crowd, ben].entries())
      await sendPlay(site.url, player, { chart, seed: i, skill: i / 27 })
    const failed = { chart: failedOnly, seed: 98, failsAt: 0.5, rate: 1.1 }
    failedId = (await sendPlay(site.url, ada, failed)).playId
    playId = (await sendPlay(site.url, ada, { chart, seed: 99, skill: 0.6 })).playId
    await call(`${site.url}/api/rivals`, { token: ada.token, body: { rivalUserId: ben.id } })
  })
  afterAll(() => site.close())

  /** No rule is broken in either width and theme; colours alone are looked at in the second theme. */
  const expectClean = async (page: Page) => {
    for (const width of [1280, 390]) {
      await widen(page, width)
      await wear(page, 'arrow-blue')
      expect([width, await violations(page)]).toEqual([width, []])
      await wear(page, 'winter')
      expect([width, await violations(page, ['color-contrast'])]).toEqual([width, []])
    }
    await page.context().close()
  }
  const visit = (path: string, player?: Player) => site.visit(path, player ? { token: player.token } : {})
  /** A page whose calls to `pattern` are never answered, or fail. */
  const without = async (pattern: string, path: string, fail = false) => {
    const page = await site.visit('/privacy')
    await page.route(pattern, (route) => (fail ? route.abort() : new Promise(() => {})))
    await page.goto(site.url + path)
    await (fail ? page.getByRole('alert') : page.getByText('Loading…')).first().waitFor({ state: 'attached' })
    return page
  }

  it('home, for visitors, players and when it cannot be had', async () => {
    const visitor = await visit('/')
    await rowOf(visitor, playId).waitFor()
    await expectClean(visitor)
    const player = await visit('/', ada)
    await player.getByText('Rival', { exact: true }).waitFor()
    await expectClean(player)
    await expectClean(await without('**/api/blueshift', '/'))
    await expectClean(await without('**/api/blueshift', '/', true))
  })

  it('a chart, with and without scores, on its way, and none', async () => {
    const page = await visit(`/chart/${chart.hash}`, ada)
    await panel(page, 'Leaderboards').getByText('Rival', { exact: true }).waitFor()
    await expectClean(page)
    const empty = await visit(`/chart/${failedOnly.hash}`)
    await empty.getByText('No scores yet').waitFor()
    await expectClean(empty)
    await expectClean(await without('**/leaderboards*', `/chart/${chart.hash}`))
    await expectClean(await without('**/leaderboards*', `/chart/${chart.hash}`, true))
    const none = await visit('/chart/ffffffffffffffff')
    await none.getByText('Chart not found').waitFor()
    await expectClean(none)
  })

  it('a play, one that counts and one that does not, its tables, on its way, and none', async () => {
    const page = await visit(`/play/${playId}`, ada)
    await page.getByText('The numbers as tables').click()
    await page.getByRole('table', { name: 'Every step' }).waitFor()
    await expectClean(page)
    const failed = await visit(`/play/${failedId}`)
    await failed.getByText('On no leaderboard').waitFor()
    await expectClean(failed)
    await expectClean(await without('**/api/play/*', `/play/${playId}`))
    const none = await visit('/play/999999')
    await none.getByText('Play not found').waitFor()
    await expectClean(none)
  })

  it('a player, oneself, a rival, without a play, on its way, and none', async () => {
    for (const [path, player] of [
      ['/user', ada],
      [`/user/${ben.id}`, ada],
    ] as const) {
      const page = await visit(path, player)
      await rowOf(page, playId)
        .or(page.getByRole('button', { name: 'Remove Rival' }))
        .first()
        .waitFor()
      await expectClean(page)
    }
    const empty = await visit(`/user/${ada.id}?search=nothing`)
    await empty.getByText('No recent scores').waitFor()
    await expectClean(empty)
    await expectClean(await without('**/api/user/*', `/user/${ada.id}`))
    const none = await visit('/user/nobody')
    await none.getByText('User not found').waitFor()
    await expectClean(none)
  })

  it('the forms, and what is wrong in them', async () => {
    for (const [path, button] of [
      ['/login', 'Login'],
      ['/register', 'Create Account'],
    ] as const) {
      const page = await visit(path)
      await page.getByRole('main').getByRole('button', { name: button }).click()
      await page.getByText('Email is required').waitFor()
      await expectClean(page)
    }
  })

  it('the settings: no key, a new key, a question before one goes, rivals, boards', async () => {
    const eve = await newPlayer(site.url, 'eve')
    const keys = '/profile?section=api-keys'
    await call(`${site.url}/api/api-keys`, { token: eve.token }).then(async ({ body }) => {
      const id = /"id":"([^"]+)"/.exec(JSON.stringify(body))?.[1]
      await call(`${site.url}/api/api-key/${id}`, { token: eve.token, method: 'DELETE' })
    })
    const none = await visit(keys, eve)
    await none.getByText('No API keys').waitFor()
    await expectClean(none)
    const made = await visit(keys, eve)
    await made.getByRole('button', { name: 'Create API Key' }).click()
    await made.getByRole('heading', { name: 'Your new API key' }).waitFor()
    await expectClean(made)
    const asked = await visit(keys, eve)
    await asked.getByRole('button', { name: /^Delete sl_/ }).click()
    await asked.getByRole('dialog', { name: 'Delete API key' }).waitFor()
    await expectClean(asked)
    for (const [section, text] of [
      ['rivals', 'Remove'],
      ['leaderboards', 'None ticked means all of them.'],
    ] as const) {
      const page = await visit(`/profile?section=${section}`, ada)
      await page.getByText(text).first().waitFor()
      await expectClean(page)
    }
  })

  it('the navigation opened, and the pages that only have words', async () => {
    const menu = await visit('/nowhere')
    await menu.getByRole('button', { name: 'Browse' }).click()
    await menu.getByRole('link', { name: 'Packs' }).waitFor()
    await expectClean(menu)
    const drawer = await site.visit('/login', { width: 390 })
    await drawer.getByRole('button', { name: 'Menu' }).click()
    await drawer.getByRole('dialog', { name: 'Menu' }).waitFor()
    expect(await violations(drawer)).toEqual([])
    const picker = await visit('/login')
    await picker.getByRole('button', { name: 'Theme' }).click()
    await picker.getByRole('radio', { name: 'Bumblebee' }).waitFor()
    await expectClean(picker)
    for (const path of ['/help', '/privacy', '/leaderboards/overall']) {
      const page = await visit(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectClean(page)
    }
  })

  it.each([
    ['home', '/'],
    ['a chart', `/chart/${chart.hash}`],
    ['a play', '/play/'],
  ])('%s is readable in all twenty themes', async (_name, path) => {
    const page = await visit(path === '/play/' ? path + playId : path, ada)
    await page.getByRole('radiogroup').first().waitFor()
    const unreadable: string[] = []
    for (const { name } of themes) {
      await wear(page, name)
      for (const found of await violations(page, ['color-contrast'])) unreadable.push(`${name}: ${found}`)
    }
    expect(unreadable).toEqual([])
  })
})
