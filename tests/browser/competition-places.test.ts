import { getCompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { columnsOfRows, packRows } from '@stepledger/contracts/play/pack-rows.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type CompetitionServer, startCompetitionServer } from '../competitions/competition-server.ts'
import { announced, competition, exponential } from '../generators/competition.ts'
import { smallPlay } from '../generators/small-play.ts'
import { call, type Player } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { addressOf, panel } from './find.ts'
import { applyTheme, horizontalOverflow, resize, violations } from './page-checks.ts'
import { newPlayers } from './scores.ts'
import { type BrowsedSite, browseSite, noBrowser } from './site.ts'
import { widths } from './visits.ts'

const websiteDir = new URL('../../dist/web/', import.meta.url).pathname
const day = 86_400_000
const start = Math.floor(Date.now() / day) * day - 7 * day
const over = Date.now() - 20 * day
const chart = (n: number) => n.toString(16).padStart(16, 'cd')

/** Only the first four places give more than one point. */
const steep = { ...exponential, pieces: [{ ...itemAt(exponential.pieces, 0), rate: 2.5 }] }
const participants = 30

describe.skipIf(noBrowser)('places in an event', () => {
  let server: CompetitionServer
  let site: BrowsedSite
  let players: Player[]
  const winner = () => itemAt(players, 0)
  /** The last one: on the second page. */
  const last = () => itemAt(players, participants - 1)

  beforeAll(async () => {
    server = await startCompetitionServer(websiteDir)
    // Equal points are ordered by id, so the last one is also the last of those with one point.
    players = (await newPlayers(server.url, 'dancer', participants)).sort((a, b) => (a.id < b.id ? -1 : 1))
    // The later in the list, the more rows are late, so no two scores are equal.
    const play = (playId: number, i: number, hash: string, at: number) => {
      const player = itemAt(players, i).id
      const { data, ...event } = smallPlay({ playId, player, chart: hash, offset: 0, at, meter: 9 })
      const rows = packRows(
        columnsOfRows(Array.from({ length: 40 }, (_, row) => [row + 1, row < i ? 0.08 : 0])),
      )
      return { ...event, data: { ...data, rows } }
    }
    await server.play(players.map((_, i) => play(i + 1, i, chart(1), start + day + i)))
    await server.play(players.slice(0, 5).map((_, i) => play(i + 101, i, chart(2), over - day + i)))
    const round = (name: string, from: number, to: number, hash: string) => [
      { name, start: from, end: to, charts: [hash] },
    ]
    await server.say(
      announced(
        competition({
          slug: 'old-cup',
          name: 'Old Cup',
          grace: 0,
          rounds: round('Round 1', over - 3 * day, over, chart(2)),
        }),
      ),
      announced(
        competition({
          slug: 'empty-cup',
          name: 'Empty Cup',
          grace: 0,
          rounds: round('Round 1', over - 3 * day, over, chart(3)),
        }),
      ),
      announced(competition({ points: steep, rounds: round('Round 1', start, start + 21 * day, chart(1)) })),
    )
    const rankOfLast = async () => {
      const { status, body } = await call(`${server.url}/api/event/blue-shift/player/${last().id}`)
      if (status !== 200) return undefined
      return getCompetitionPlayer.answer.parse(body).charts[0]?.leaderboards[0]?.rank
    }
    const closed = async (slug: string) =>
      JSON.stringify((await call(`${server.url}/api/event/${slug}`)).body).includes('"final":true')
    await vi.waitUntil(async () => (await rankOfLast()) === participants, { timeout: 60_000 })
    for (const slug of ['old-cup', 'empty-cup'])
      await vi.waitUntil(() => closed(slug), { timeout: 60_000, interval: 500 })
    site = await browseSite(server.url)
  })
  afterAll(async () => {
    await site?.close()
    await server?.stop()
  })
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  it.each(widths)('name the next one that gives more points, %i px wide', async (width) => {
    const page = await site.visit('/event/blue-shift', { width, token: last().token })
    const row = panel(page, 'Round 1 Charts').locator(`:is(tr, li):has(a[href="/chart/${chart(1)}"])`)
    // Ranks 5 to 29 give one point, as the last does.
    await row.getByText('#4').waitFor()
    expect(await row.textContent()).toMatch(/#4 with \d+\.\d\d%, \+5 points/)
    expect(await row.textContent()).not.toContain('+0')
    if (width === 390) expect(await row.textContent()).toMatch(/1 point/)
    // At this width the panel is too narrow for the table: titles would have no room.
    await resize(page, 1024)
    const title = row.locator(`a[href="/chart/${chart(1)}"]`)
    await eventually(async () => (await title.boundingBox())?.width).toBeGreaterThan(150)
  })

  it('are on the home page for who is signed in, beside the first ten', async () => {
    const page = await site.visit('/', { token: last().token })
    await panel(page, 'For You').getByText(/^#5$/).waitFor()
    expect(await panel(page, 'Overall Leaderboard').locator('tbody tr').count()).toBe(10)
    const first = await site.visit('/', { token: winner().token })
    await panel(first, 'Overall Leaderboard').locator('tr.own').waitFor()
  })

  it('are all on the overall page, which "View full" leads to', async () => {
    const page = await site.visit('/', { token: winner().token })
    await page.getByRole('link', { name: 'View full' }).click()
    await page.getByText('Last generated').waitFor()
    await page.locator('tbody .who').first().waitFor()
    const names = () => page.locator('tbody .who').allTextContents()
    const shown = new Set(await names())
    expect(shown.size).toBe(25)
    await page.getByRole('link', { name: 'Page 2' }).click()
    await eventually(async () => new Set([...shown, ...(await names())]).size).toBe(participants)
    expect(await violations(page)).toEqual([])
  })

  it('end, when it is closed, with the winner first and large, and the checksum folded away', async () => {
    for (const width of widths) {
      const page = await site.visit('/event/old-cup', { width, token: itemAt(players, 4).token })
      const poster = page.getByRole('region', { name: 'Old Cup' })
      await poster.getByText('Winner', { exact: true }).waitFor()
      const sizes = await poster
        .getByRole('link', { name: /^dancer/ })
        .evaluateAll((links) => links.map((link) => Number.parseFloat(getComputedStyle(link).fontSize)))
      expect(sizes).toEqual([26, 16, 16])
      expect(
        await poster
          .getByRole('link', { name: /^dancer/ })
          .first()
          .textContent(),
      ).toBe(winner().alias)
      expect(await poster.locator('li').last().textContent()).toContain(itemAt(players, 4).alias)
      const digest = poster.getByText('SHA-256')
      expect(await digest.isVisible()).toBe(false)
      await poster.getByText('Check these standings').click()
      await digest.waitFor()
      expect(await horizontalOverflow(page)).toBe(0)
      for (const theme of ['winter', 'arrow-blue']) {
        await applyTheme(page, theme)
        expect([theme, ...(await violations(page))]).toEqual([theme])
      }
    }
  })

  it('leave no gap in a closed event without players', async () => {
    const page = await site.visit('/event/empty-cup', { width: 390 })
    const poster = page.getByRole('region', { name: 'Empty Cup' })
    await poster.getByText('Final', { exact: true }).waitFor()
    expect((await poster.boundingBox())?.height).toBeLessThan(360)
  })

  it('are one entry away: Event in the bar leads to the running one', async () => {
    const page = await site.visit('/')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Event' }).click()
    await eventually(() => addressOf(page)).toBe('/event/blue-shift')
  })
})
