import { readFile } from 'node:fs/promises'
import { getRules } from '@stepledger/contracts/http/rules.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { itLong } from '../length.ts'
import { call, newPlayer, submit } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { expectClean } from './expect-clean.ts'
import { addressOf } from './find.ts'
import { nextPaint, violations } from './page-checks.ts'
import { sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'

describe.skipIf(noBrowser)('the help centre', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const choose = (page: Page, name: string | RegExp) => page.getByRole('radio', { name }).click()
  const whole = (page: Page) => page.getByText('Off by at most').waitFor()

  itLong('navigates between its seven sections, and marks the current one', async () => {
    const page = await site.visit('/help')
    await whole(page)
    const menu = page.getByRole('navigation', { name: 'Help sections' })
    const links = await menu.getByRole('link').evaluateAll((all) => all.map((a) => a.getAttribute('href')))
    expect(links).toEqual(
      ['what-is', 'what-is-not', 'why-exists', 'setup', 'blue-shift', 'scoring', 'faq'].map((id) => `#${id}`),
    )
    const read = () => menu.locator('[aria-current="location"]').getAttribute('href')
    await eventually(read).toBe('#what-is')
    await page.getByRole('heading', { name: 'Setup', exact: true }).evaluate((h) => h.scrollIntoView())
    await eventually(read).toBe('#setup')
    await menu.getByRole('link', { name: 'Scoring' }).click()
    await eventually(read).toBe('#scoring')
    expect(addressOf(page)).toBe('/help#scoring')
    for (const href of links) {
      await menu.locator(`a[href="${href}"]`).click()
      await eventually(async () => [addressOf(page), await read()]).toEqual([`/help${href}`, href])
    }
    // The address and the menu change before the page has scrolled to the last section.
    const isFaqInView = () =>
      page.evaluate(() => {
        const top = document.getElementById('faq')?.getBoundingClientRect().top
        return top !== undefined && top < window.innerHeight
      })
    await eventually(isFaqInView).toBe(true)
    // Scrolling twice in one frame is one scroll event, at the last position.
    await nextPaint(page)
    // Scrolling updates the current section. Again, because the page scrolls to a chosen section once it is laid out.
    await eventually(async () => {
      await page.evaluate(() => window.scrollTo(0, 0))
      return read()
    }).toBe('#what-is')
  })

  it('shows the rules in force', async () => {
    const rules = getRules.answer.parse((await call(`${site.url}/api/rules`)).body)
    const page = await site.visit('/help#scoring')
    const table = page.getByRole('region', { name: 'Weights' })
    await table.waitFor()
    expect((await table.getByRole('columnheader').allInnerTexts()).slice(2)).toEqual(
      rules.systems.map(({ name }) => name),
    )
    const cells = table.getByRole('row', { name: /^44.5 ms/ }).getByRole('cell')
    expect(await cells.allTextContents()).toEqual(['44.5 ms', 'Excellent', '1', '2', '4'])
  })

  it('starts with a profile in the game, shows a picture of each menu, and names folders and menus correctly', async () => {
    const page = await site.visit('/help#setup')
    await page.getByRole('heading', { name: '2. Profile in the game' }).waitFor()
    for (const name of [
      'Options, with Manage Local Profiles chosen',
      'Manage Profiles, with Create Profile chosen',
      'The menu of the profile, with Set P1 chosen',
    ])
      expect([name, await page.getByRole('img', { name }).count()]).toEqual([name, 1])
    await choose(page, 'Windows')
    await choose(page, /Module Only/)
    await page.getByText('%APPDATA%\\ITGmania\\Themes\\Simply Love\\Modules').waitFor()
    await choose(page, 'Linux')
    await choose(page, /Full Theme/)
    await page.getByText('Options → System Options → Theme → Stepledger').waitFor()
    await page.getByRole('img', { name: 'System Options, with the theme Stepledger chosen' }).waitFor()
  })

  it('generates instructions for an operating system and an installation method, and starts over', async () => {
    const page = await site.visit('/help#setup')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('main').getByRole('link', { name: 'Register' }).waitFor()
    expect(await page.getByRole('radio', { name: /Full Theme/ }).isDisabled()).toBe(true)
    await choose(page, 'Windows')
    await choose(page, /Module Only/)
    await page.getByText('%APPDATA%\\ITGmania\\Save\\Preferences.ini').waitFor()
    const zip = page.getByRole('link', { name: 'Download module (zip)' })
    expect(await zip.getAttribute('href')).toBe('/downloads/stepledger-module.zip')
    await page.getByRole('button', { name: 'Copy line of hosts' }).click()
    await page.getByText('Copied').first().waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'HttpAllowHosts=*.groovestats.com,localhost,*.itgmania.com',
    )
    await page.getByText('HttpAllowHosts=*.groovestats.com,localhost', { exact: true }).waitFor()
    // Selecting the same system keeps the method; another one resets it.
    await choose(page, 'Windows')
    expect(await page.getByText('Install the module').count()).toBe(1)
    await choose(page, 'macOS')
    expect(await page.getByText('Install the module').count()).toBe(0)
    // Arrow keys move to the second method.
    await page.getByRole('radio', { name: /Full Theme/ }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.getByText('~/Library/Application Support/ITGmania/Themes').waitFor()
    await page.getByRole('button', { name: 'Reset' }).click()
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)

    // The game is linked by a code, or else by a file. A signed-out visitor has no API key to download.
    await choose(page, 'Linux')
    await choose(page, /Full Theme/)
    const picture = page.getByRole('img', { name: 'In the game: a QR code' })
    await picture.scrollIntoViewIfNeeded()
    const width = () => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)
    await eventually(width).toBe(354)
    await page.getByText('Use a file instead of the code').click()
    await page.getByRole('button', { name: 'Download Stepledger.ini' }).click()
    await page
      .getByText('Failed to download Stepledger.ini. Please ensure you are logged in and try again.')
      .waitFor()
    expect(addressOf(page)).toBe('/help#setup')
  })

  it('follows a player live from the API key to the first play, and congratulates', async () => {
    const dee = await newPlayer(site.url, 'dee')
    const { body } = await call(`${site.url}/api/api-keys`, { token: dee.token })
    const [{ id = '' } = {}] = Object(body).apiKeys
    await call(`${site.url}/api/api-key/${id}`, { method: 'DELETE', token: dee.token })
    const page = await site.visit('/help#setup', { token: dee.token })
    await page.getByText('Account Ready').waitFor()
    await page.getByText('A key for your game').waitFor()
    await choose(page, 'Linux')
    await choose(page, /Module Only/)
    await page.getByText('Use a file instead of the code').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download Stepledger.ini' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Stepledger.ini')
    const file = await readFile(await download.path(), 'utf8')
    const [, key = '', host = ''] =
      /^\[Stepledger\]\nApiKey=(sl_[A-Za-z0-9]{32})\nHost=(http:\/\/localhost:\d+)\n$/.exec(file) ?? []
    expect(host).toBe(new URL(site.url).origin.replace('127.0.0.1', 'localhost'))

    const headers = { 'user-agent': 'ITGmania/1.0.1', 'stepledger-client': '1.0.0 (ITGmania 1.0.1)' }
    expect((await call(`${site.url}/v1/auth-check`, { token: key, headers })).status).toBe(200)
    await page.getByText('Last by ITGmania 1.0.1, module 1.0.0').waitFor()
    const play = playBody({ chart: smallChart(71), seed: 1, skill: 0.8 })
    const { playId, boards } = await submit(site.url, { key }, play)
    const arrived = page.getByRole('status').filter({ hasText: 'It works! Your play is here' })
    await arrived.waitFor()
    expect(await arrived.textContent()).toContain(`${play.songName}, ${boards[0]?.score}%`)
    expect(await arrived.getByRole('link').getAttribute('href')).toBe(`/play/${playId}`)
    expect(await violations(page)).toEqual([])
  })

  itLong('has no axe violations, wide and narrow, dark and light', async () => {
    const eve = await newPlayer(site.url, 'eve')
    await sendPlay(site.url, eve, { chart: smallChart(72), seed: 2 })
    const page = await site.visit('/help', { token: eve.token })
    await whole(page)
    await choose(page, 'Portable')
    await choose(page, /Full Theme/)
    await expectClean(page, async (width) => {
      // The table with all systems fits, on a phone too.
      const weights = page.getByRole('region', { name: 'Weights' })
      expect([width, await weights.evaluate((box) => box.scrollWidth - box.clientWidth)]).toEqual([width, 0])
    })
  })
})
