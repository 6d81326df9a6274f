import { standingsAtDay } from '@stepledger/contracts/http/boards.ts'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { smallPlay } from '../generators/small-play.ts'
import { itLong, withLong } from '../length.ts'
import { call } from '../system/client.ts'
import { type CompetitionSite, charts, openCompetitionSite, start } from './competition-site.ts'
import { addressOf, boardChoice, panel } from './find.ts'
import { applyTheme, horizontalOverflow, violations } from './page-checks.ts'
import { shiftsWhileLoading } from './shifts-while-loading.ts'
import { noBrowser } from './site.ts'
import { widths } from './visits.ts'

describe.skipIf(noBrowser)('an event', () => {
  let running: CompetitionSite

  beforeAll(async () => {
    running = await openCompetitionSite()
  })
  afterAll(() => running?.close())
  afterEach(async () => expect(await running.site.endVisits()).toEqual([]))

  it.each(widths)('shows my places and my missing charts, %i px wide', async (width) => {
    const { ada, rankOfAda, site } = running
    const page = await site.visit('/event/blue-shift', { width, token: ada.token })
    const mine = page.getByRole('region', { name: 'My places' })
    await mine
      .getByText(`#${await rankOfAda()}`, { exact: true })
      .first()
      .waitFor()
    await mine.getByText('Passed you since yesterday').waitFor()
    const standings = panel(page, 'Standings')
    await standings.locator('.pin').getByText('heelswitch').waitFor()
    await standings.getByText(/points? to #\d+, /).waitFor()
    const charts = panel(page, 'Round 1 Charts')
    await charts.getByText('17 of 20 played').waitFor()
    await charts.getByText(/\+\d+/).first().waitFor()
    await charts.getByText('Not played').first().waitFor()
    await page.getByRole('img', { name: /^Points per day; currently #1 / }).waitFor()
    expect(await horizontalOverflow(page)).toBe(0)
    for (const theme of withLong(['winter'], ['arrow-blue', 'cyberpunk'])) {
      await applyTheme(page, theme)
      expect([theme, ...(await violations(page))]).toEqual([theme])
    }
  })

  it('jumps to my row in the standings', async () => {
    const { ada, site } = running
    const page = await site.visit('/event/blue-shift', { token: ada.token })
    const standings = panel(page, 'Standings')
    await standings.getByRole('link', { name: 'Jump to my rank' }).click()
    await standings.locator('tr.own').getByText('heelswitch').waitFor()
    expect(await standings.locator('.pin').count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')
  })

  it('switches rounds by keyboard, and keeps the round in the address', async () => {
    const { ada, site } = running
    const page = await site.visit('/event/blue-shift')
    await page.getByRole('radio', { name: 'Round 1' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('heading', { name: 'Round 2 Charts' }).waitFor()
    await page.getByText("The charts of this round haven't been announced yet.").waitFor()
    expect(new URL(page.url()).searchParams.get('round')).toBe('2')
    await boardChoice(panel(page, 'Standings'), 'EX').click()
    await panel(page, 'Standings').getByText('No leaderboard data available').waitFor()

    // After signing in, the visitor is back on the same round.
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('Email').fill(`${ada.alias}@example.com`)
    await page.getByLabel('Password').fill('correct horse')
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await panel(page, 'My places').getByText('0 charts', { exact: true }).first().waitFor()
    expect(addressOf(page)).toBe('/event/blue-shift?round=2')
  })

  itLong('shows the standings as of a day, with the ranks of now', async () => {
    const { ada, server, site } = running
    const [first = ''] = new Date(start).toISOString().split('T')
    const { body } = await call(`${server.url}/api/event/blue-shift/standings/${first}?leaderboard=EX`)
    const { rankings } = standingsAtDay.parse(body)
    const page = await site.visit(`/event/blue-shift?lb=EX&at=${first}`, { width: 390, token: ada.token })
    const standings = panel(page, 'Standings')
    await standings.getByText(`now #${rankings[0]?.rankNow}`, { exact: true }).first().waitFor()
    expect(await standings.locator('tbody tr').count()).toBe(rankings.length)
    expect(await standings.getByLabel('As of').inputValue()).toBe(first)
    expect(await horizontalOverflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])

    await standings.getByRole('link', { name: 'Back to now' }).click()
    await standings.locator('.pin.own').getByText('heelswitch').waitFor()
    await standings.getByLabel('The standings as of').fill(first)
    await standings.getByRole('link', { name: 'Back to now' }).waitFor()
    expect(new URL(page.url()).searchParams.get('at')).toBe(first)

    // The overall page shows the same, and says so where the event had not begun.
    await page.goto(`${site.url}/leaderboards/overall?lb=EX&at=${first}`)
    await page
      .getByText(rankings[0]?.totalPoints.toLocaleString('en') ?? '')
      .first()
      .waitFor()
    expect(await page.locator('tbody tr').count()).toBe(rankings.length)
    await page.goto(`${site.url}/leaderboards/overall?at=2026-01-05`)
    await page.getByText("The event hadn't begun on Jan 5, 2026.").waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('updates my places live when I play', async () => {
    const { ada, rankOfAda, server, site } = running
    const page = await site.visit('/event/blue-shift', { token: ada.token })
    const mine = page.getByRole('region', { name: 'My places' })
    await mine
      .getByText(`#${await rankOfAda()}`, { exact: true })
      .first()
      .waitFor()
    await server.play(
      charts.map((hash, c) =>
        smallPlay({
          playId: 2_000 + c,
          player: ada.id,
          chart: hash,
          offset: 0.0001,
          at: Date.now(),
          title: `Song ${c + 1}`,
        }),
      ),
    )
    await mine.getByText('#1', { exact: true }).first().waitFor({ timeout: 30_000 })
    await mine.getByText('20 of 20 charts').first().waitFor()
  })

  it.each(
    withLong<[string, string, RegExp, boolean]>(
      [['its own page, with my places', '/event/blue-shift', /\/api\/event\/blue-shift\/player/, true]],
      [
        ['the home page', '/', /\/api\/blueshift/, false],
        ['the overall leaderboard', '/leaderboards/overall', /\/api\/blueshift/, false],
      ],
    ),
  )('loads without layout shift at either width: %s', async (_name, path, call, signedIn) => {
    const { ada, site } = running
    for (const width of widths) {
      const visit = { width, ...(signedIn && { token: ada.token }) }
      const isLegible = async (loading: Locator) => {
        if (path === '/leaderboards/overall')
          expect((await loading.boundingBox())?.height).toBeGreaterThan(16)
      }
      expect([width, await shiftsWhileLoading(site, path, visit, call, isLegible)]).toEqual([width, []])
    }
  })

  it('shows on a play whether it counts', async () => {
    const { site } = running
    const early = await site.visit('/play/900')
    await early.getByRole('region', { name: 'How this was scored' }).waitFor()
    expect(await early.getByRole('region', { name: 'Events' }).count()).toBe(0)
    const counting = await site.visit('/play/2001')
    await counting
      .getByRole('region', { name: 'Events' })
      .getByText('10,000 points for place 1 on this chart.')
      .waitFor()
  })

  it('shows an error for an unknown event', async () => {
    const { site } = running
    const page = await site.visit('/event/nothing')
    await page.getByRole('heading', { name: 'Event not found' }).waitFor()
    // The console reports the expected 404.
    site.takeErrors()
  })
})
