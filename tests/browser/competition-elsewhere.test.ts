import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { announced, competition } from '../generators/competition.ts'
import { smallPlay } from '../generators/small-play.ts'
import { itLong, withLong } from '../length.ts'
import { call, newPlayer } from '../system/client.ts'
import {
  type CompetitionSite,
  chart,
  day,
  event,
  openCompetitionSite,
  participants,
} from './competition-site.ts'
import { eventually } from './eventually.ts'
import { panel } from './find.ts'
import { applyTheme, horizontalOverflow, violations } from './page-checks.ts'
import { noBrowser } from './site.ts'
import { widths } from './visits.ts'

describe.skipIf(noBrowser)('an event on other pages', () => {
  let running: CompetitionSite

  beforeAll(async () => {
    running = await openCompetitionSite()
  })
  afterAll(() => running?.close())
  afterEach(async () => expect(await running.site.endVisits()).toEqual([]))

  it('is on the home page, with its charts and its top ten', async () => {
    const { site } = running
    const page = await site.visit('/')
    await page.getByText(event.announcement).waitFor()
    await page.getByRole('link', { name: 'Download Pack' }).waitFor()
    await eventually(() => panel(page, 'Event Charts').locator('tbody tr').count()).toBe(20)
    await eventually(() => panel(page, 'Overall Leaderboard').locator('tbody tr').count()).toBe(10)
    expect(await violations(page)).toEqual([])
    await panel(page, 'Overall Leaderboard').getByRole('link', { name: 'View full' }).click()
    await page.getByText(`${participants} participants`).waitFor()
    await page.getByText('10,000 points for the first place', { exact: false }).waitFor()
    await page.getByRole('link', { name: 'Back to Home' }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('is on the profile of participants, and says so on the profile of others', async () => {
    const { rival, server, site } = running
    const page = await site.visit(`/user/${rival.id}`)
    const points = page.getByRole('region', { name: /^Blue Shift/ })
    await points
      .getByText(/^#\d+$/)
      .first()
      .waitFor()
    await points.getByRole('list', { name: 'Points by chart' }).locator('li').first().waitFor()
    expect(await violations(page)).toEqual([])
    const idle = await newPlayer(server.url, 'idle')
    const other = await site.visit(`/user/${idle.id}`)
    await other.getByText('Not participating').waitFor()
    await other.getByText("This user hasn't participated in the Blue Shift Beta event yet.").waitFor()
  })

  it('is described in the help as announced', async () => {
    const { site } = running
    const page = await site.visit('/help#blue-shift')
    const section = page.getByRole('region', { name: 'Blue Shift' })
    await section.getByRole('heading', { name: 'Blue Shift (Beta)' }).waitFor()
    await section.getByText(/^Round 1: .*, 20 charts, running now$/).waitFor()
    await section.getByText('10,000 points for the first place', { exact: false }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  itLong(
    'marks scores received after the end, in the standings, on the charts and on the profile',
    async () => {
      const { ada, rival, server, site } = running
      const over = Date.now() - 3_600_000
      const [first, second] = [chart(31), chart(32)]
      const late = {
        name: 'Round 1',
        start: over - day,
        end: over,
        charts: [first, second],
      }
      const play = (playId: number, player: string, hash: string, at: number) =>
        smallPlay({
          playId,
          player,
          chart: hash,
          offset: 0.01,
          at,
          playedAt: over - 60_000,
          title: 'Last song',
        })
      await server.play([
        play(3_000, ada.id, first, over + 1_000),
        play(3_001, ada.id, second, over - 1_000),
        play(3_002, rival.id, second, over - 1_000),
      ])
      await server.say(
        announced(competition({ slug: 'late-shift', name: 'Late Shift', grace: 86_400, rounds: [late] })),
      )
      const answer = async () =>
        JSON.stringify((await call(`${server.url}/api/event/late-shift/standings`)).body)
      await vi.waitUntil(async () => (await answer()).includes('"late":true'), { timeout: 30_000 })
      const text = 'Received late, within the grace period'
      for (const width of widths) {
        const page = await site.visit('/event/late-shift?round=1', { width, token: ada.token })
        const standings = panel(page, 'Standings')
        const includes = standings.getByTitle(`Includes a score ${text.replace('R', 'r')}`)
        await includes.waitFor()
        expect(await includes.count()).toBe(1)
        const rows = panel(page, 'Round 1 Charts')
        await rows.getByTitle(text).waitFor()
        expect(await rows.getByTitle(text).count()).toBe(1)
        // The legends below standings and charts.
        for (const where of [standings, rows])
          await where.getByRole('paragraph', { includeHidden: true }).getByText(text).waitFor()
        expect(await horizontalOverflow(page)).toBe(0)
        const profile = await site.visit(`/user/${ada.id}`, { width })
        const points = profile.getByRole('region', { name: /^Late Shift/ })
        await points.getByTitle(text).waitFor()
        expect(await horizontalOverflow(profile)).toBe(0)
        for (const theme of withLong(['winter'], ['arrow-blue', 'cyberpunk']))
          for (const each of [page, profile]) {
            await applyTheme(each, theme)
            expect([theme, ...(await violations(each))]).toEqual([theme])
          }
      }
    },
  )
})
