import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { themes } from '../../web/theme/themes.ts'
import { packChart } from '../generators/pack-chart.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { panel, rowOf } from './find.ts'
import { bringPacks } from './packs.ts'
import { cutShort, overhang, violations, wear, widen } from './page-checks.ts'
import { newPlayers, sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const chart = smallChart(1)
const failedOnly = smallChart(2)
const difficulties = ['Beginner', 'Easy', 'Medium', 'Hard', 'Challenge', 'Edit'] as const
/** One with a chart of each difficulty, and enough for two pages of packs and of charts. */
const packs = Array.from({ length: 26 }, (_, i) => ({
  packId: i + 1,
  name: `Arcade Sundries ${i + 1}`,
  at: 1_770_000_000_000 + i,
  songs: [
    {
      songId: i + 1,
      charts: difficulties.slice(0, i === 0 ? 6 : 1).map((difficulty, n) =>
        packChart((n === 0 && [chart, failedOnly][i]) || smallChart(100 + 6 * i + n), {
          difficulty,
          streams: [{ unit: 16, measures: 48, breaks: 8, brief: '16-8/24', detailed: '16-8 (8) 24' }],
        }),
      ),
    },
  ],
}))

describe.skipIf(noBrowser)('by the rules of axe, at 1280 and 390 px, dark and light', () => {
  let site: Site
  let ada: Player
  let ben: Player
  let playId: number
  let failedId: number

  beforeAll(async () => {
    site = await openSite()
    await bringPacks(site, packs)
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
  afterEach(() => site.endVisits())

  /**
   * No rule is broken by the table in the dark and by the cards in the light, nothing reaches beyond the window, and
   * aliases are there whole.
   */
  const expectClean = async (page: Page) => {
    for (const [width, theme] of [
      [1280, 'arrow-blue'],
      [390, 'winter'],
    ] as const) {
      await widen(page, width)
      await wear(page, theme)
      expect([width, await violations(page), await overhang(page)]).toEqual([width, [], 0])
      expect([width, await cutShort(page.locator('.who'))]).toEqual([width, []])
    }
  }
  /** Nor the other way round, where colours are all that differs. */
  const expectCleanEveryWay = async (page: Page) => {
    await expectClean(page)
    await wear(page, 'arrow-blue')
    expect([390, await violations(page, ['color-contrast'])]).toEqual([390, []])
    await widen(page, 1280)
    await wear(page, 'winter')
    expect([1280, await violations(page, ['color-contrast'])]).toEqual([1280, []])
  }
  const visit = (path: string, player?: Player) => site.visit(path, player ? { token: player.token } : {})
  const go = async (page: Page, path: string, words: string) => {
    await page.goto(site.url + path)
    await page.getByText(words, { exact: true }).first().waitFor()
  }
  /** Goes where calls to `pattern` are never answered, or fail. */
  const goWithout = async (page: Page, pattern: string, path: string, fail = false) => {
    await page.route(pattern, (route) => (fail ? route.abort() : new Promise(() => {})))
    await page.goto(site.url + path)
    // Within the page: while it is found out who is signed in there is another one, without any.
    const sign = fail ? page.getByRole('alert') : page.getByRole('main').getByText('Loading…')
    await sign.first().waitFor({ state: 'attached' })
    await page.unroute(pattern)
  }

  it('home, for players, visitors and when it cannot be had', async () => {
    const player = await visit('/', ada)
    await player.getByText('Rival', { exact: true }).first().waitFor()
    await expectCleanEveryWay(player)
    const page = await visit('/')
    await rowOf(page, playId).waitFor()
    await expectClean(page)
    // Here the panel is narrower than the window below which tables become cards.
    await widen(page, 1024)
    const title = rowOf(page, playId).locator(`a[href="/chart/${chart.hash}"]`)
    expect((await title.boundingBox())?.width).toBeGreaterThan(200)
    await goWithout(page, '**/api/blueshift', '/')
    await expectClean(page)
    await goWithout(page, '**/api/blueshift', '/', true)
    await expectClean(page)
  })

  it('a chart, with and without scores, on its way, and none', async () => {
    const page = await visit(`/chart/${chart.hash}`, ada)
    await panel(page, 'Leaderboards').getByText('Rival', { exact: true }).waitFor()
    await expectCleanEveryWay(page)
    await go(page, `/chart/${failedOnly.hash}`, 'No ranked scores yet')
    await expectClean(page)
    await goWithout(page, '**/leaderboards*', `/chart/${chart.hash}`)
    await expectClean(page)
    await goWithout(page, '**/leaderboards*', `/chart/${chart.hash}`, true)
    await expectClean(page)
    await go(page, '/chart/ffffffffffffffff', 'Chart not found')
    await expectClean(page)
  })

  it('packs and charts, searched for nothing, on their way, and none', async () => {
    const page = await visit('/packs')
    await page.getByText('Showing 25 of 26 packs').waitFor()
    await expectCleanEveryWay(page)
    await go(page, '/packs?search=nothing', 'No packs found matching "nothing"')
    await expectClean(page)
    await go(
      page,
      '/charts?stepsType=dance-single&orderBy=rating&orderDirection=desc',
      'Showing 25 of 31 charts',
    )
    await expectCleanEveryWay(page)
    await widen(page, 1280)
    await page.getByRole('link', { name: 'Arcade Sundries 1', exact: true }).first().hover()
    await page.locator('.preview').waitFor()
    expect(await violations(page)).toEqual([])
    for (const list of ['packs', 'charts']) {
      await goWithout(page, `**/api/${list}*`, `/${list}`)
      await expectClean(page)
      await goWithout(page, `**/api/${list}*`, `/${list}`, true)
      await expectClean(page)
    }
  })

  it('a pack, its songs on their way, and none', async () => {
    const page = await visit('/pack/1', ada)
    await page.getByText('Showing 1 of 1 songs').waitFor()
    await expectCleanEveryWay(page)
    await goWithout(page, '**/api/simfiles*', '/pack/1')
    await expectClean(page)
    await go(page, '/pack/999999', 'Pack not found')
    await expectClean(page)
  })

  it('a play, one that counts and one that does not, its tables, on its way, and none', async () => {
    const page = await visit(`/play/${playId}`, ada)
    await page.getByText('Data tables').click()
    await page.getByRole('table', { name: 'Every step' }).waitFor()
    await expectCleanEveryWay(page)
    await go(page, `/play/${failedId}`, 'Not ranked')
    await expectClean(page)
    await goWithout(page, '**/api/play/*', `/play/${playId}`)
    await expectClean(page)
    await go(page, '/play/999999', 'Play not found')
    await expectClean(page)
  })

  it('a player, oneself, a rival, without a play, on its way, and none', async () => {
    const page = await visit('/user', ada)
    await rowOf(page, playId).waitFor()
    await expectCleanEveryWay(page)
    await go(page, `/user/${ben.id}`, 'Remove Rival')
    await expectClean(page)
    await go(page, `/user/${ada.id}?search=nothing`, 'No recent scores')
    await expectClean(page)
    await goWithout(page, '**/api/user/*', `/user/${ada.id}`)
    await expectClean(page)
    await go(page, '/user/nobody', 'User not found')
    await expectClean(page)
  })

  it('the forms, and what is wrong in them', async () => {
    const page = await visit('/login')
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await page.getByText('Email is required').waitFor()
    await expectCleanEveryWay(page)
    await page.goto(`${site.url}/register`)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.getByText('Email is required').waitFor()
    await expectCleanEveryWay(page)
  })

  it('the settings: no key, a new key, a question before one goes, boards, passwords that are wrong, sessions, rivals', async () => {
    const page = await visit('/profile?section=api-keys', ben)
    await page.getByRole('button', { name: /^Delete sl_/ }).click()
    const question = page.getByRole('dialog', { name: 'Delete API key' })
    await question.waitFor()
    await expectClean(page)
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No API keys').waitFor()
    await expectClean(page)
    await page.getByRole('button', { name: 'Create API Key' }).click()
    await page.getByRole('heading', { name: 'Your new API key' }).waitFor()
    await expectCleanEveryWay(page)
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Leaderboards' })
      .click()
    await page
      .getByText('Choose the leaderboards your game shows after a song. Leave all unticked to show all.')
      .waitFor()
    await expectClean(page)
    await page.getByRole('link', { name: 'Password', exact: true }).click()
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByText('New passwords do not match').waitFor()
    await expectCleanEveryWay(page)
    await page.getByRole('link', { name: 'Sessions' }).click()
    await page.getByText('This device').waitFor()
    await expectCleanEveryWay(page)
    const rivals = await visit('/profile?section=rivals', ada)
    await rivals.getByRole('button', { name: /^Remove/ }).waitFor()
    await expectClean(rivals)
  })

  it('the navigation opened, and the pages that only have words', async () => {
    const drawer = await site.visit('/nowhere', { width: 390 })
    await drawer.getByRole('button', { name: 'Menu' }).click()
    await drawer.getByRole('dialog', { name: 'Menu' }).waitFor()
    expect(await violations(drawer)).toEqual([])
    const page = await visit('/nowhere')
    await page.getByRole('button', { name: 'Browse' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Help' }).waitFor()
    await expectClean(page)
    await widen(page, 1280)
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('radio', { name: 'Bumblebee' }).waitFor()
    await expectClean(page)
    await go(page, '/help', 'What Stepledger is')
    await expectClean(page)
    await go(page, '/privacy', 'Privacy Policy')
    await expectClean(page)
  })

  it.each([
    ['home', () => '/'],
    ['a chart', () => `/chart/${chart.hash}`],
    ['a play', () => `/play/${playId}`],
    ['a list of packs', () => '/packs'],
    ['a pack', () => '/pack/1'],
    ['a list of charts', () => '/charts?stepsType=dance-single'],
  ])('%s is readable in all twenty themes', async (_name, path) => {
    const page = await visit(path(), ada)
    await page.locator('main time').first().waitFor()
    const unreadable: string[] = []
    for (const { name } of themes) {
      await wear(page, name)
      for (const found of await violations(page, ['color-contrast'])) unreadable.push(`${name}: ${found}`)
    }
    expect(unreadable).toEqual([])
  })
})
