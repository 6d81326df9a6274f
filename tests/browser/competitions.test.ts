import { randomUUID } from 'node:crypto'
import { getCompetitionPlayer } from '@stepledger/contracts/http/competitions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type CompetitionServer, startCompetitionServer } from '../competitions/competition-server.ts'
import { announced, competition } from '../generators/competition.ts'
import { smallPlay } from '../generators/small-play.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { addressOf, boardChoice, panel } from './find.ts'
import { noteShifts, overhang, painted, shifts, violations, wear } from './page-checks.ts'
import { newPlayers } from './scores.ts'
import { noBrowser, type Visited, visitSite } from './site.ts'

const websiteDir = new URL('../../dist/web/', import.meta.url).pathname
const day = 86_400_000
const start = Math.floor(Date.now() / day) * day - 7 * day
const chart = (n: number) => n.toString(16).padStart(16, 'ab')
const charts = Array.from({ length: 20 }, (_, i) => chart(i + 1))

const event = competition({
  announcement: 'Round 1 is on: 20 charts. Put up your best score on each of them.',
  downloadUrl: 'https://packs.example/blue-shift.zip',
  rounds: [
    { name: 'Round 1', start, end: start + 21 * day, charts },
    { name: 'Round 2', start: start + 21 * day, end: start + 42 * day, charts: [] },
    { name: 'Round 3', start: start + 42 * day, end: start + 63 * day, charts: [] },
  ],
})

const participants = 32

describe.skipIf(noBrowser)('an event', () => {
  let server: CompetitionServer
  let site: Visited
  /** Stands behind the first page. */
  let ada: Player
  let rival: Player

  /** Overall, on the first board. */
  const rankOfAda = async () => {
    const { body } = await call(`${server.url}/api/event/blue-shift/player/${ada.id}`)
    return getCompetitionPlayer.answer.parse(body).places[0]?.rank
  }

  beforeAll(async () => {
    server = await startCompetitionServer(websiteDir)
    const known = await newPlayers(server.url, 'dancer', 8)
    ada = await newPlayer(server.url, 'heelswitch')
    rival = itemAt(known, 2)
    await call(`${server.url}/api/rivals`, { token: ada.token, body: { rivalUserId: rival.id } })
    const strangers = Array.from({ length: participants - 9 }, () => randomUUID())
    const ids = [...known.map(({ id }) => id), ...strangers, ada.id]
    await server.say(announced(event))
    let playId = 1
    // The better the earlier in the list; everybody plays a few charts a day.
    await server.play(
      ids.flatMap((player, i) =>
        charts.flatMap((hash, c) =>
          (c + i) % 7 === 6
            ? []
            : [
                smallPlay({
                  playId: playId++,
                  player,
                  chart: hash,
                  offset: 0.004 + 0.005 * i + 0.0007 * ((c * 5 + i * 3) % 11),
                  at: start + ((c * 7 + i) % 20) * (day / 3),
                  title: `Song ${c + 1}`,
                  meter: 8 + (c % 9),
                }),
              ],
        ),
      ),
    )
    await server.play([
      // A stranger passed ada two hours ago.
      smallPlay({
        playId: playId++,
        player: itemAt(strangers, 22),
        chart: chart(1),
        offset: 0.001,
        at: Date.now() - 7_200_000,
        title: 'Song 1',
      }),
      // Before the start.
      smallPlay({
        playId: 900,
        player: ada.id,
        chart: chart(2),
        offset: 0.001,
        at: start - 1_000,
        title: 'Song 2',
      }),
    ])
    const total = async () => {
      const { status, body } = await call(`${server.url}/api/event/blue-shift`)
      return status === 200 && JSON.stringify(body).includes(`"participants":${participants}`)
    }
    await vi.waitUntil(total, { timeout: 60_000, interval: 500 })
    site = await visitSite(server.url)
  })
  afterAll(async () => {
    await site?.close()
    await server?.stop()
  })
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  it.each([1280, 390] as const)('shows where I stand, and what is missing, %i px wide', async (width) => {
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
    expect(await overhang(page)).toBe(0)
    for (const theme of ['arrow-blue', 'winter', 'cyberpunk']) {
      await wear(page, theme)
      expect([theme, ...(await violations(page))]).toEqual([theme])
    }
  })

  it('turns to my page of the standings, where my row is', async () => {
    const page = await site.visit('/event/blue-shift', { token: ada.token })
    const standings = panel(page, 'Standings')
    await standings.getByRole('link', { name: 'Jump to my rank' }).click()
    await standings.locator('tr.own').getByText('heelswitch').waitFor()
    expect(await standings.locator('.pin').count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')
  })

  it('turns from round to round by the keyboard, and keeps the round in the address', async () => {
    const page = await site.visit('/event/blue-shift')
    await page.getByRole('radio', { name: 'Round 1' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('heading', { name: 'Round 2 Charts' }).waitFor()
    await page.getByText("The charts of this round haven't been announced yet.").waitFor()
    expect(new URL(page.url()).searchParams.get('round')).toBe('2')
    await boardChoice(panel(page, 'Standings'), 'EX').click()
    await panel(page, 'Standings').getByText('No leaderboard data available').waitFor()

    // A visitor who signs in for the own place comes back to it.
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('Email').fill(`${ada.alias}@example.com`)
    await page.getByLabel('Password').fill('correct horse')
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await panel(page, 'My places').getByText('of 0 charts').first().waitFor()
    expect(addressOf(page)).toBe('/event/blue-shift?round=2')
  })

  it('moves by itself when somebody plays', async () => {
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

  it('stands on the home page, with its charts and its first ten', async () => {
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

  it.each([
    ['the home page', '/', /\/api\/blueshift/, false],
    ['the overall leaderboard', '/leaderboards/overall', /\/api\/blueshift/, false],
    ['its own page, with my places', '/event/blue-shift', /\/api\/event\/blue-shift\/player/, true],
  ])('moves nothing on %s when it arrives, at either width', async (_name, path, call, signedIn) => {
    for (const width of [1280, 390] as const) {
      let arrive = () => {}
      const held = new Promise<void>((resolve) => {
        arrive = resolve
      })
      const page = await site.visit(path, { width, ...(signedIn && { token: ada.token }) }, async (page) => {
        await noteShifts(page)
        await page.route(call, async (route) => {
          await held
          await route.continue()
        })
      })
      const loading = page.getByRole('main').getByText('Loading…').first()
      await loading.waitFor({ state: 'attached' })
      await painted(page)
      if (path === '/leaderboards/overall') expect((await loading.boundingBox())?.height).toBeGreaterThan(16)
      arrive()
      await eventually(() => page.getByText('Loading…').count()).toBe(0)
      await page.evaluate(() => document.fonts.ready)
      await painted(page)
      expect([width, await shifts(page)]).toEqual([width, []])
      await page.context().close()
    }
  })

  it('stands on the profile of who takes part, and of who does not', async () => {
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

  it('says on a play whether it counts', async () => {
    const early = await site.visit('/play/900')
    await early.getByRole('region', { name: 'How this was scored' }).waitFor()
    expect(await early.getByRole('region', { name: 'Events' }).count()).toBe(0)
    const counting = await site.visit('/play/2001')
    await counting
      .getByRole('region', { name: 'Events' })
      .getByText('10,000 points for place 1 on this chart.')
      .waitFor()
  })

  it('is told in the help as it was announced', async () => {
    const page = await site.visit('/help#blue-shift')
    const told = page.getByRole('region', { name: 'Blue Shift' })
    await told.getByRole('heading', { name: 'Blue Shift (Beta)' }).waitFor()
    await told.getByText(/^Round 1: .*, 20 charts, running now$/).waitFor()
    await told.getByText('10,000 points for the first place', { exact: false }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('says when there is no such event', async () => {
    const page = await site.visit('/event/nothing')
    await page.getByRole('heading', { name: 'Event not found' }).waitFor()
    // The answer 404 is what the page tells of.
    site.takeTroubles()
  })

  it('marks scores received after the end, in the standings, the charts and on the profile', async () => {
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
    for (const width of [1280, 390] as const) {
      const page = await site.visit('/event/late-shift?round=1', { width, token: ada.token })
      const standings = panel(page, 'Standings')
      const includes = standings.getByTitle(`Includes a score ${text.replace('R', 'r')}`)
      await includes.waitFor()
      expect(await includes.count()).toBe(1)
      const rows = panel(page, 'Round 1 Charts')
      await rows.getByTitle(text).waitFor()
      expect(await rows.getByTitle(text).count()).toBe(1)
      // The legends.
      for (const where of [standings, rows])
        await where.getByRole('paragraph', { includeHidden: true }).getByText(text).waitFor()
      expect(await overhang(page)).toBe(0)
      const profile = await site.visit(`/user/${ada.id}`, { width })
      const points = profile.getByRole('region', { name: /^Late Shift/ })
      await points.getByTitle(text).waitFor()
      expect(await overhang(profile)).toBe(0)
      for (const theme of ['arrow-blue', 'winter', 'cyberpunk'])
        for (const each of [page, profile]) {
          await wear(each, theme)
          expect([theme, ...(await violations(each))]).toEqual([theme])
        }
    }
  })
})
