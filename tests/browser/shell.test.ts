import { grantPermission } from '@stepledger/services/accounts/operations/serve-operated-players.ts'
import { deferred } from '@stepledger/services/platform/async/deferred-in-tests.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { packChart } from '../generators/pack-chart.ts'
import { itLong } from '../length.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { addressOf } from './find.ts'
import { addPacks } from './packs.ts'
import { confirmAddress, publishEvent } from './player-event.ts'
import { sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { clicksFromHome } from './ways-from-home.ts'

describe.skipIf(noBrowser)('layout and navigation', () => {
  let site: Site
  let ada: Player
  beforeAll(async () => {
    site = await openSite()
    ada = await newPlayer(site.url, 'ada')
    await addPacks(site, [
      {
        packId: 1,
        name: 'Arcade Sundries',
        at: 1_770_000_000_000,
        songs: [1, 2].map((seed) => ({
          songId: seed,
          charts: [packChart(smallChart(seed)), packChart(smallChart(seed + 20), { difficulty: 'Edit' })],
        })),
      },
    ])
    for (let seed = 1; seed <= 10; seed++) await sendPlay(site.url, ada, { chart: smallChart(seed), seed })
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
  const inDialog = (page: Page) => page.evaluate(() => document.activeElement?.closest('dialog') !== null)

  it('have the same entries in the header and in the phone menu', async () => {
    for (const visitor of [{}, { token: ada.token }]) {
      const wide = await site.visit('/privacy', visitor)
      const bar = wide.getByRole('navigation', { name: 'Main' })
      const entries = async () =>
        (await bar.locator('.drop :is(a, button)').allTextContents()).map((t) => t.trim())
      await bar.getByRole('button', { name: 'Browse' }).click()
      const browse = await entries()
      expect(browse).toEqual(['Packs', 'Charts', 'Help'])
      const inBar = ['Event', 'Leaderboards']
      for (const name of inBar) await bar.getByRole('link', { name, exact: true }).waitFor()
      await wide.keyboard.press('Escape')
      if ('token' in visitor) await bar.getByRole('button', { name: 'ada' }).click()
      const account = 'token' in visitor ? await entries() : ['Login', 'Register']
      if (!('token' in visitor)) for (const name of account) await bar.getByRole('link', { name }).waitFor()
      else
        expect(account).toEqual([
          'ada',
          'Rivals',
          'What to Play',
          'Edit Profile',
          'API Keys',
          'Your Data',
          'Logout',
        ])

      const phone = await site.visit('/privacy', { ...visitor, width: 390 })
      await phone.getByRole('button', { name: 'Menu' }).click()
      const menu = phone.getByRole('dialog', { name: 'Menu' }).locator('nav :is(a, button)')
      await menu.first().waitFor()
      expect((await menu.allTextContents()).map((text) => text.trim())).toEqual([
        ...inBar,
        ...browse,
        'Theme',
        ...account,
      ])
    }
  })

  itLong('link the pages of Admin only for players with their permissions', async () => {
    const eve = await newPlayer(site.url, 'eve')
    await grantPermission(site.database, 'eve', 'packs.upload')
    const wide = await site.visit('/privacy', { token: eve.token })
    await wide.getByRole('button', { name: 'Admin' }).click()
    await wide.getByRole('link', { name: 'Pack Uploader' }).waitFor()
    expect(await wide.getByRole('link', { name: 'Operations' }).count()).toBe(0)
    await grantPermission(site.database, 'eve', 'ledger.operate')
    const phone = await site.visit('/privacy', { token: eve.token, width: 390 })
    await phone.getByRole('button', { name: 'Menu' }).click()
    await phone.getByRole('dialog').getByRole('link', { name: 'Pack Uploader' }).waitFor()
    await phone.getByRole('dialog').getByRole('link', { name: 'Operations' }).click()
    await phone.getByRole('heading', { level: 1, name: 'Operations' }).waitFor()

    const other = await site.visit('/pack-uploader', { token: ada.token })
    await other.getByText("You don't have access to the Pack Uploader").waitFor()
    await other.getByText('If you think this is a mistake, contact an administrator.').waitFor()
    expect(await other.getByRole('button', { name: 'Admin' }).count()).toBe(0)
  })

  itLong('lead to each of the usual tasks in at most three clicks from home', async () => {
    const rico = await newPlayer(site.url, 'rico')
    const mika = await newPlayer(site.url, 'mika')
    await sendPlay(site.url, mika, { chart: smallChart(1), seed: 41, skill: 0.3 })
    await sendPlay(site.url, rico, { chart: smallChart(1), seed: 40, skill: 1 })
    await call(`${site.url}/api/rivals`, { token: mika.token, body: { rivalUserId: rico.id } })
    await grantPermission(site.database, 'mika', 'packs.upload')

    const counts = await clicksFromHome(await site.visit('/', { token: mika.token }), site.url)
    expect(counts).toEqual({
      'last play': 1,
      'who beats me on a chart': 2,
      'who beats me overall': 1,
      'find a chart': 2,
      'find a player': 2,
      "a rival's page": 1,
      compare: 2,
      'my progress': 1,
      share: 2,
      upload: 2,
      'set up': 2,
      'charts by a stepartist': 3,
      'revoke an API key': 3,
      'my data': 2,
      'add a rival': 3,
    })
  })

  it('say in one line what a play improved, and by a diamond on the bell what happened meanwhile', async () => {
    // Given a player with a rival, on a page that shows no scores, which follows the player's topic,
    const nell = await newPlayer(site.url, 'nell')
    const omar = await newPlayer(site.url, 'omar')
    await call(`${site.url}/api/rivals`, { token: nell.token, body: { rivalUserId: omar.id } })
    const [followed, setFollowed] = deferred()
    const page = await site.visit('/privacy', { token: nell.token }, async (opened) => {
      opened.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          if (String(payload).includes(`player:${nell.id}`)) setFollowed()
        }),
      )
    })
    await followed
    // when a play lands, then a line says so;
    const chart = smallChart(51)
    await sendPlay(site.url, nell, { chart, seed: 1, skill: 0.5 })
    const line = page.getByRole('status').getByText(/^First score on .+: .+%, #1$/)
    await line.waitFor()
    // when the rival passes the player, then the bell shows a diamond, until the list is opened;
    await sendPlay(site.url, omar, { chart, seed: 2, skill: 1 })
    await page.getByRole('link', { name: 'Notifications, new', exact: true }).click()
    await page.getByText(/^New: omar passed you on /).waitFor()
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
    await page.reload()
    await page.getByText(/^omar passed you on /).waitFor()
    // and the line has gone.
    await eventually(() => line.count()).toBe(0)
  })

  itLong('trap the focus in the phone menu, and restore it on Escape', async () => {
    const page = await site.visit('/privacy', { width: 390 })
    const opener = page.getByRole('button', { name: 'Menu' })
    await opener.press('Enter')
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press(i < 9 ? 'Tab' : 'Shift+Tab')
      // After the last entry the focus moves to the browser's own UI, seen as the body.
      expect(
        (await inDialog(page)) || (await page.evaluate(() => document.activeElement === document.body)),
      ).toBe(true)
    }
    await page.keyboard.press('Escape')
    await eventually(() => page.getByRole('dialog').count()).toBe(0)
    await eventually(() => opener.evaluate((el) => el === document.activeElement)).toBe(true)

    await opener.click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Help' }).click()
    await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('open Browse by keyboard, move in it by arrow keys, close it by Escape', async () => {
    const page = await site.visit('/privacy')
    const browse = page.getByRole('button', { name: 'Browse' })
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
    await browse.focus()
    for (const entry of ['Packs', 'Charts', 'Help', 'Packs']) {
      await page.keyboard.press('ArrowDown')
      await eventually(focused).toBe(entry)
    }
    await page.keyboard.press('ArrowUp')
    await eventually(focused).toBe('Help')
    await page.keyboard.press('Escape')
    await eventually(focused).toBe('Browse')
    expect(await browse.getAttribute('aria-expanded')).toBe('false')
  })

  it('have a skip link, and show the focus', async () => {
    const page = await site.visit('/')
    await page.locator('a[href^="/play/"]').first().waitFor()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    expect(await skip.evaluate((el) => el === document.activeElement)).toBe(true)
    expect((await skip.boundingBox())?.height).toBeGreaterThan(30)

    const hidden: string[] = []
    for (let i = 0; i < 14; i++) {
      const place = await page.evaluate(() => {
        const el = document.activeElement ?? document.body
        const { outlineStyle, outlineWidth } = getComputedStyle(el)
        return { name: el.outerHTML.slice(0, 80), outline: `${outlineStyle} ${outlineWidth}` }
      })
      if (place.outline !== 'solid 2px') hidden.push(`${place.outline}: ${place.name}`)
      await page.keyboard.press('Tab')
    }
    expect(hidden).toEqual([])

    await skip.focus()
    await page.keyboard.press('Enter')
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })

  itLong('have targets of 40 px on a phone that never overlap', async () => {
    const olga = await newPlayer(site.url, 'olga')
    await confirmAddress(site, olga)
    for (const player of [olga, ada]) await sendPlay(site.url, player, { chart: smallChart(2), seed: 60 })
    const { event } = await publishEvent(site, olga, [smallChart(2).hash])
    const page = await site.visit('/', { width: 390, token: ada.token })
    const small: string[] = []
    for (const path of [
      '/',
      '/packs',
      '/pack/1',
      '/charts?stepsType=dance-single',
      `/chart/${smallChart(1).hash}`,
      event,
      `/user/${ada.id}`,
      '/profile',
      '/login',
    ]) {
      await page.goto(site.url + path)
      await page.locator('main :is(.cardrow, .side, .btn)').first().waitFor()
      await eventually(() => page.getByText('Loading…').count()).toBe(0)
      small.push(...(await smallTargets(page)))
    }
    expect(small).toEqual([])
  })

  it('show an error page for an unknown address', async () => {
    const page = await site.visit('/nowhere/at/all')
    await page.getByText("There's no page at this address.").waitFor()
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await eventually(() => addressOf(page)).toBe('/')
  })

  it('start each page at the top, unless the address has a fragment, and go back to where it was left', async () => {
    const page = await site.visit('/', { width: 390 })
    await page.locator('a[href^="/chart/"]').last().scrollIntoViewIfNeeded()
    await eventually(() => scrolled(page)).toBeGreaterThan(200)
    const left = await scrolled(page)
    await page.locator('a[href^="/chart/"]').last().click()
    await page.getByRole('region', { name: 'Leaderboards' }).waitFor()
    await eventually(() => scrolled(page)).toBe(0)
    // The scroll event of a busy page may come after the page was left.
    await page.evaluate(() => {
      const hold = (event: Event) => event.stopImmediatePropagation()
      window.addEventListener('scroll', hold, { capture: true, once: true })
      scrollTo(0, 90)
    })
    await eventually(() => scrolled(page)).toBe(90)

    // Back, forward and reload go to where the page was left, although the home page loads its lists again.
    await page.goBack()
    await eventually(() => scrolled(page)).toBe(left)
    await page.reload()
    await eventually(() => scrolled(page)).toBe(left)
    await page.goForward()
    await eventually(() => scrolled(page)).toBe(90)

    await page.goto(site.url)
    await page.getByRole('link', { name: 'What Is Stepledger?' }).click()
    await eventually(() => addressOf(page)).toBe('/help#what-is')
    await page.goto(`${site.url}/help#faq`)
    await eventually(() => scrolled(page)).toBeGreaterThan(500)
    await page.goto(site.url)
    await page.evaluate(() => history.pushState(null, '', '/'))
    await page.getByRole('link', { name: 'Help' }).last().click()
    await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
    await eventually(() => scrolled(page)).toBe(0)
  })
})

/** Elements that can't be hit 19 px above and below their centre; without links in sentences and the skip link. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const targets = [...document.querySelectorAll('a, button, select, summary, label:has(input)')]
    return targets.flatMap((target) => {
      if (target.matches(':is(p, label, h1) a, [aria-hidden], [href="#main"]')) return []
      target.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { x, y, width, height } = target.getBoundingClientRect()
      if (width === 0) return []
      const missed = [-19, 19].filter((away) => {
        const hit = document.elementFromPoint(x + width / 2, y + height / 2 + away)
        return hit?.closest('a, button, select, summary, label') !== target
      })
      return missed.length === 0 ? [] : [`${location.pathname} ${target.outerHTML.slice(0, 100)}`]
    })
  })
}
