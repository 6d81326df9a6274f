import { competitionFileOf } from '@stepledger/contracts/http/operated-competitions.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { themes } from '../../web/theme/themes.ts'
import { competitionDocumentOf } from '../generators/competition-document.ts'
import { isLong, itLong } from '../length.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { chart, failedOnly, openFilledSite } from './accessibility-site.ts'
import { eventually } from './eventually.ts'
import { bothLooks, expectClean } from './expect-clean.ts'
import { panel, rowOf } from './find.ts'
import { applyTheme, resize, truncatedTexts, violations } from './page-checks.ts'
import { noBrowser, type Site } from './site.ts'

/** Pages with content. A long run also checks them empty, loading and failed, and in all themes. */
describe.skipIf(noBrowser)('accessibility (axe) at 1280 and 390 px, in a dark and a light theme', () => {
  let site: Site
  let ada: Player
  let ben: Player
  let playId: number
  let failedId: number
  let paths: Awaited<ReturnType<typeof openFilledSite>>['paths']

  beforeAll(async () => {
    ;({ site, ada, ben, playId, failedId, paths } = await openFilledSite())
  })
  afterAll(() => site.close())
  afterEach(() => site.endVisits())

  /** Also no truncated alias but one of the greatest length. */
  const expectCleanPage = (page: Page) =>
    expectClean(
      page,
      async (width) => {
        const cut = await truncatedTexts(page.locator('.who'))
        expect([width, cut.filter((alias) => alias.length < 50)]).toEqual([width, []])
      },
      bothLooks,
    )
  /** A long run also checks the other combinations of width and theme, where only colours differ. */
  const expectCleanEveryWay = async (page: Page) => {
    await expectCleanPage(page)
    if (!isLong) return
    for (const [width, theme] of [
      [390, 'arrow-blue'],
      [1280, 'winter'],
    ] as const) {
      await resize(page, width)
      await applyTheme(page, theme)
      expect([width, await violations(page, ['color-contrast'])]).toEqual([width, []])
    }
  }
  const visit = (path: string, player?: Player) => site.visit(path, player ? { token: player.token } : {})
  const go = async (page: Page, path: string, words: string) => {
    await page.goto(site.url + path)
    await page.getByText(words, { exact: true }).first().waitFor()
  }
  /** Opens `path` while calls to `pattern` stay unanswered or fail. */
  const goWithout = async (page: Page, pattern: string, path: string, fail = false) => {
    await page.route(pattern, (route) => (fail ? route.abort() : new Promise(() => {})))
    await page.goto(site.url + path)
    // Within `main`: the loading screen of the session check is outside it.
    const sign = fail ? page.getByRole('alert') : page.getByRole('main').getByText('Loading…')
    await sign.first().waitFor({ state: 'attached' })
    // An outage is announced before the code of the page may have arrived.
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }

  it('home: signed in, signed out, loading and failed', async () => {
    const player = await visit('/', ada)
    await player.getByText('Rival', { exact: true }).first().waitFor()
    await expectCleanEveryWay(player)
    const page = await visit('/')
    await rowOf(page, playId).waitFor()
    await expectCleanPage(page)
    // At this width the table's panel is narrower than the breakpoint of the cards.
    await resize(page, 1024)
    const title = rowOf(page, playId).locator(`a[href="/chart/${chart.hash}"]`)
    expect((await title.boundingBox())?.width).toBeGreaterThan(200)
    if (!isLong) return
    await goWithout(page, '**/api/blueshift', '/')
    await expectCleanPage(page)
    await goWithout(page, '**/api/blueshift', '/', true)
    await expectCleanPage(page)
  })

  it('chart page: with and without scores, loading, failed and not found', async () => {
    const page = await visit(`/chart/${chart.hash}`, ada)
    await panel(page, 'Leaderboards').getByText('Rival', { exact: true }).waitFor()
    await panel(page, 'My History')
      .getByRole('img', { name: /^Your bests: / })
      .waitFor()
    await page.getByRole('radiogroup', { name: 'Gap to' }).getByText('Me').click()
    await page.getByRole('radio', { name: 'Me', checked: true }).waitFor()
    await expectCleanEveryWay(page)
    if (!isLong) return
    await go(page, `/chart/${failedOnly.hash}`, 'No ranked scores yet')
    await expectCleanPage(page)
    await goWithout(page, '**/leaderboards*', `/chart/${chart.hash}`)
    await expectCleanPage(page)
    await goWithout(page, '**/leaderboards*', `/chart/${chart.hash}`, true)
    await expectCleanPage(page)
    await go(page, '/chart/ffffffffffffffff', 'Chart not found')
    await expectCleanPage(page)
  })

  itLong('lists of packs and charts: filled, empty, loading and failed', async () => {
    const page = await visit('/packs')
    await page.getByText('Showing 25 of 26 packs').waitFor()
    await expectCleanEveryWay(page)
    await go(
      page,
      '/charts?stepsType=dance-single&orderBy=rating&orderDirection=desc',
      'Showing 25 of 31 charts',
    )
    await expectCleanEveryWay(page)
    await resize(page, 1280)
    await page.getByRole('link', { name: 'Arcade Sundries 1', exact: true }).first().hover()
    await page.locator('.preview').waitFor()
    expect(await violations(page)).toEqual([])
    if (!isLong) return
    await go(page, '/packs?search=nothing', 'No packs found matching "nothing"')
    await expectCleanPage(page)
    for (const list of ['packs', 'charts']) {
      await goWithout(page, `**/api/${list}*`, `/${list}`)
      await expectCleanPage(page)
      await goWithout(page, `**/api/${list}*`, `/${list}`, true)
      await expectCleanPage(page)
    }
  })

  it('pack page: filled, songs loading and not found', async () => {
    const page = await visit('/pack/1', ada)
    await page.getByText('Showing 1 of 1 songs').waitFor()
    await expectCleanEveryWay(page)
    if (!isLong) return
    await goWithout(page, '**/api/simfiles*', '/pack/1')
    await expectCleanPage(page)
    await go(page, '/pack/999999', 'Pack not found')
    await expectCleanPage(page)
  })

  it('play page: ranked with data tables, not ranked, loading and not found', async () => {
    const page = await visit(`/play/${playId}`, ada)
    await page.getByText('Data tables').click()
    await page.getByRole('table', { name: 'Every step' }).waitFor()
    await expectCleanEveryWay(page)
    if (!isLong) return
    await go(page, `/play/${failedId}`, 'Not ranked')
    await expectCleanPage(page)
    await goWithout(page, '**/api/play/*', `/play/${playId}`)
    await expectCleanPage(page)
    await go(page, '/play/999999', 'Play not found')
    await expectCleanPage(page)
  })

  it('profile: own, of a rival, without matching plays, loading and not found', async () => {
    const page = await visit('/user', ada)
    await rowOf(panel(page, 'Recent Scores'), playId).waitFor()
    await expectCleanEveryWay(page)
    if (!isLong) return
    await go(page, `/user/${ben.id}`, 'Remove Rival')
    await expectCleanPage(page)
    await go(page, `/user/${ada.id}?search=nothing`, 'No recent scores')
    await expectCleanPage(page)
    await goWithout(page, '**/api/user/*', `/user/${ada.id}`)
    await expectCleanPage(page)
    await go(page, '/user/nobody', 'User not found')
    await expectCleanPage(page)
  })

  itLong('rivals: the list with a search, a comparison, and players without common charts', async () => {
    const page = await visit('/rivals', ada)
    await page.getByRole('img', { name: /^You lead on 0, an-alias.* on 1, 0 level$/ }).waitFor()
    await page.getByRole('searchbox', { name: 'Search players by alias' }).fill('dancer01')
    // A player can be looked at before being added.
    await page.getByRole('button', { name: 'Add Rival dancer01' }).waitFor()
    await expectCleanEveryWay(page)
    await page.getByRole('link', { name: 'dancer01' }).click()
    await panel(page, 'You and dancer01').getByText('1 chart in common').waitFor()
    await page.getByRole('button', { name: 'Add Rival' }).waitFor()
    await go(page, `/rivals/${ben.id}`, 'All Charts')
    await panel(page, 'All Charts').locator(`a[href="/chart/${chart.hash}"]`).waitFor()
    await expectCleanEveryWay(page)
    await go(page, '/what-to-play', 'Next Grade')
    await expectCleanPage(page)
    if (!isLong) return
    await goWithout(page, '**/api/rivals/head-to-head*', '/rivals')
    await expectCleanPage(page)
    await goWithout(page, '**/api/user/*/head-to-head*', `/rivals/${ben.id}`, true)
    await expectCleanPage(page)
    const alone = await visit(`/rivals/${ada.id}`, ben)
    await alone.getByText('1 chart in common').waitFor()
    await go(alone, '/rivals', 'No rivals yet')
    await expectCleanPage(alone)
  })

  it('login and registration forms with errors', async () => {
    const page = await visit('/login')
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await page.getByText('Email is required').waitFor()
    await expectCleanEveryWay(page)
    await page.goto(`${site.url}/register`)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.getByText('Email is required').waitFor()
    await expectCleanEveryWay(page)
  })

  itLong(
    'settings: API keys, deleting and creating one, leaderboards, wrong password, sessions, rivals',
    async () => {
      const page = await visit('/profile?section=api-keys', ben)
      await page.getByRole('button', { name: /^Delete sl_/ }).click()
      const question = page.getByRole('dialog', { name: 'Delete API key' })
      await question.waitFor()
      await expectCleanPage(page)
      await question.getByRole('button', { name: 'Delete' }).click()
      await page.getByText('No API keys').waitFor()
      await expectCleanPage(page)
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
      await expectCleanPage(page)
      await page.getByRole('link', { name: 'Password', exact: true }).click()
      await page.getByLabel('New password', { exact: true }).fill('short')
      await page.getByRole('button', { name: 'Change Password' }).click()
      await page.getByText('New passwords do not match').waitFor()
      await expectCleanEveryWay(page)
      await page.getByRole('link', { name: 'Notifications', exact: true }).last().click()
      await page.getByRole('group', { name: 'Notify me when' }).waitFor()
      await expectCleanEveryWay(page)
      const rivals = await visit('/profile?section=rivals', ada)
      await rivals.getByRole('button', { name: /^Remove/ }).waitFor()
      await expectCleanPage(rivals)
    },
  )

  it('notifications: new ones, among them a refused play, and none', async () => {
    // Refusals are counted in memory first.
    await eventually(async () =>
      JSON.stringify((await call(`${site.url}/api/notifications`, { token: ben.token })).body),
    ).toContain('"kind":"refused"')
    const page = await visit('/notifications', ben)
    await page.getByText('ada added you as a rival').waitFor()
    await page.getByRole('link', { name: 'A play of yours was refused' }).waitFor()
    await expectCleanEveryWay(page)
    if (!isLong) return
    const none = await visit('/notifications', ada)
    await none.getByText('Nothing yet').waitFor()
    await expectCleanPage(none)
  })

  itLong('open menus, the help and the privacy policy', async () => {
    const drawer = await site.visit('/nowhere', { width: 390 })
    await drawer.getByRole('button', { name: 'Menu' }).click()
    await drawer.getByRole('dialog', { name: 'Menu' }).waitFor()
    expect(await violations(drawer)).toEqual([])
    const page = await visit('/nowhere')
    await page.getByRole('button', { name: 'Browse' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Help' }).waitFor()
    await expectCleanPage(page)
    await resize(page, 1280)
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('radio', { name: 'Bumblebee' }).waitFor()
    await expectCleanPage(page)
    await go(page, '/help', 'What Stepledger is')
    await expectCleanPage(page)
    await go(page, '/privacy', 'Privacy Policy')
    await expectCleanPage(page)
  })

  if (isLong)
    it.each([
      ['home', () => '/'],
      ['a chart', () => `/chart/${chart.hash}`],
      ['a play', () => `/play/${playId}`],
      ['a list of packs', () => '/packs'],
      ['a pack', () => '/pack/1'],
      ['a list of charts', () => '/charts?stepsType=dance-single'],
      ['the list of events', () => '/events'],
      ['an event of a player', () => paths.event],
      ['organising an event', () => `${paths.event}/organise?play=${playId}`],
      ['who asked to take part in an event', () => `${paths.asked}/organise`],
      ['the form of a new event', () => '/events/new'],
      ['a session with a place in an event', () => `/session/${playId}`],
      ['a draft', () => paths.draft],
    ])('%s has sufficient contrast in all twenty themes', async (_name, path) => {
      const page = await visit(path(), ada)
      await page.locator('main :is(time, input)').first().waitFor()
      if (path().includes('/organise'))
        await page.locator('main details:not([open]) > summary').evaluateAll((all: HTMLElement[]) => {
          for (const summary of all) summary.click()
        })
      const unreadable: string[] = []
      for (const { name } of themes) {
        await applyTheme(page, name)
        for (const found of await violations(page, ['color-contrast'])) unreadable.push(`${name}: ${found}`)
      }
      expect(unreadable).toEqual([])
    })

  itLong('operations: with content, failed, and without the permission', async () => {
    const olga = await newPlayer(site.url, 'olga')
    const reason = 'runs this site'
    const granted = await site.ledger('grant', 'olga', 'ledger.operate', '--reason', reason)
    expect(granted).toMatchObject({ code: 0 })
    const page = await visit('/admin', olga)
    await panel(page, 'Audit log').getByText(reason).waitFor()
    // A player is found, a play of hers is shown, and a wipe of her plays is previewed.
    const players = panel(page, 'Players and keys')
    await players.getByLabel('Find players and API keys').fill('ada')
    await players.getByRole('link', { name: 'ada', exact: true }).waitFor()
    await players.getByRole('button', { name: 'Grant packs.upload to ada' }).click()
    const granting = page.getByRole('dialog', { name: 'Grant packs.upload to ada?' })
    await granting.getByLabel('Reason').fill('has a pack')
    await expectClean(page)
    await granting.getByRole('button', { name: 'Grant packs.upload', exact: true }).click()
    await players.getByRole('button', { name: 'Revoke packs.upload of ada' }).waitFor()
    const commandLine = panel(page, 'Command line')
    await commandLine.getByRole('button', { name: 'Token for the command line' }).click()
    await commandLine.getByText(/^[\w-]{43}$/).waitFor()
    const play = panel(page, 'Withdraw a play')
    await play.getByLabel('Play', { exact: true }).fill(`${site.url}/play/${playId}`)
    await play.getByRole('button', { name: 'Show' }).click()
    await play.getByText('Counts', { exact: true }).waitFor()
    const wipes = panel(page, 'Wipe plays')
    await players.getByRole('button', { name: 'Wipe plays of ada' }).click()
    await wipes.getByLabel('Chart').fill(`${site.url}/chart/${chart.hash}`)
    await wipes.getByRole('button', { name: 'Preview' }).click()
    await wipes.getByText('1 play of 1 player on 1 chart').waitFor()
    // An event is announced, once it is previewed, and the move of its deadline is previewed.
    const events = panel(page, 'Events')
    await events.getByText('Announce an event').click()
    const [start, end] = [Date.now() - 86_400_000, Date.now() + 86_400_000]
    const blueShift = competitionDocumentOf({
      rounds: [{ name: 'Round 1', start, end, charts: [chart.hash] }],
    })
    await events.getByLabel('Document as JSON').fill(JSON.stringify(competitionFileOf(blueShift)))
    await events.getByRole('button', { name: 'Preview' }).click()
    await events.getByText(/^Places or points change for \d+ players?\.$/).waitFor()
    await events.getByRole('button', { name: 'Announce', exact: true }).click()
    const announcing = page.getByRole('dialog', { name: `Announce ${blueShift.name}?` })
    await announcing.getByLabel('Reason').fill('starts on Monday')
    await announcing.getByRole('button', { name: 'Announce', exact: true }).click()
    await events.getByText('Announce an event').click()
    await events.getByText(blueShift.name, { exact: true }).click()
    await events.getByLabel('Grace period').fill('36h')
    await events.getByRole('button', { name: 'Preview' }).click()
    await events.getByText('grace: 3600 → 129600').waitFor()
    await expectCleanEveryWay(page)
    // That of a player is pinned, transferred and hidden.
    await events.getByText(blueShift.name, { exact: true }).click()
    await events.getByText('Winter Cup', { exact: true }).click()
    const choose = (label: string) => events.getByLabel('What to change').selectOption(label)
    const confirmed = async (name: string, action: string, why: string) => {
      await events.getByRole('button', { name: action, exact: true }).click()
      const dialog = page.getByRole('dialog', { name })
      await dialog.getByLabel('Reason').fill(why)
      await dialog.getByRole('button', { name: action, exact: true }).click()
      await panel(page, 'Audit log').getByText(why).waitFor()
    }
    await choose('Pin it as one of the site')
    await confirmed('Pin Winter Cup?', 'Pin', 'for everybody')
    await choose('Who organises it')
    await events.getByLabel('New owner').fill('nobody')
    await events.getByRole('button', { name: 'Check' }).click()
    await events.getByText('Nobody is called nobody').waitFor()
    await events.getByLabel('New owner').fill(ben.alias)
    await events.getByRole('button', { name: 'Check' }).click()
    await confirmed(`Transfer Winter Cup to ${ben.alias}?`, 'Transfer', 'has the pads')
    await choose('Hide it, or show it again')
    await expectClean(page)
    await confirmed('Hide Winter Cup?', 'Hide', 'rude words')
    await events.getByRole('button', { name: 'Show again', exact: true }).waitFor()
    // It is withdrawn once the number of plays is typed, and reinstated from the audit log.
    await wipes.getByRole('button', { name: 'Wipe', exact: true }).click()
    const wiping = page.getByRole('dialog', { name: 'Wipe 1 play?' })
    await wiping.getByLabel('Reason').fill('played on a keyboard')
    await wiping.getByLabel('Type the number of plays').fill('2')
    const confirm = wiping.getByRole('button', { name: 'Wipe', exact: true })
    expect(await confirm.isDisabled()).toBe(true)
    await wiping.getByLabel('Type the number of plays').fill('1')
    await expectClean(page)
    await confirm.click()
    await play.getByText('Wiped', { exact: true }).waitFor()
    const audit = panel(page, 'Audit log')
    await audit.getByText('played on a keyboard').waitFor()
    await audit.getByRole('button', { name: /^Reinstate wipe/ }).click()
    const reinstating = page.getByRole('dialog', { name: /^Reinstate wipe/ })
    await reinstating.getByText('1 play of 1 player on 1 chart will count again.').waitFor()
    expect(await wipes.getByText('No play matches').count()).toBe(0)
    await reinstating.getByLabel('Reason').fill('it was a pad')
    await reinstating.getByRole('button', { name: 'Reinstate', exact: true }).click()
    await play.getByText('Counts', { exact: true }).waitFor()
    await resize(page, 320)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    if (!isLong) return
    await goWithout(page, '**/api/admin/**', '/admin', true)
    await expectClean(page)
    const other = await visit('/admin', ben)
    await other.getByText("You don't have access to Operations").waitFor()
    await expectCleanPage(other)
  })
})
