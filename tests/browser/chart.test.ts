import { boardAtDay, chartReigns } from '@stepledger/contracts/http/boards.ts'
import { chartLeaderboards } from '@stepledger/contracts/http/charts.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { packChart } from '../generators/pack-chart.ts'
import { playBody } from '../generators/play-body.ts'
import { isLong, itLong } from '../length.ts'
import { call, newPlayer, type Player, submitUntilRanked } from '../system/client.ts'
import { numbers, ranks, rows, scores } from './board-rows.ts'
import { eventually, patience } from './eventually.ts'
import { addressOf, boardChoice, panel, rowOf } from './find.ts'
import { addPacks } from './packs.ts'
import { nextPaint, printProblems, violations } from './page-checks.ts'
import { newPlayers, sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { widths } from './visits.ts'

const chart = smallChart(1, 11)
const failedOnly = smallChart(2)
const crowd = 30

describe.skipIf(noBrowser)('the chart page', () => {
  let site: Site
  let ada: Player
  let rival: Player
  /** The player with the last rank. */
  let last: Player
  /** Has four rivals on the board and no score. */
  let follower: Player
  let lastPlay: number

  beforeAll(async () => {
    site = await openSite()
    // The chart with only failed plays is shown because a pack contains it.
    const songs = [{ songId: 1, charts: [packChart(failedOnly)] }]
    await addPacks(site, [{ packId: 1, name: 'Arcade Sundries', at: 1_770_000_000_000, songs }])
    const players = await newPlayers(site.url, 'dancer', crowd)
    ada = players[4] ?? (await newPlayer(site.url, 'nobody'))
    rival = players[20] ?? ada
    await Promise.all(
      players.map((player, i) => sendPlay(site.url, player, { chart, seed: i, skill: i / crowd })),
    )
    lastPlay = (await submitUntilRanked(site.url, ada, playBody({ chart, seed: 99, skill: 0.6 }))).playId
    const secondPage = async () => {
      const { body } = await call(`${site.url}/api/chart/${chart.hash}/leaderboards?page=2`)
      return chartLeaderboards.parse(body).leaderboards[0]
    }
    await vi.waitUntil(async () => (await secondPage())?.total === crowd, { timeout: patience })
    const lastId = (await secondPage())?.scores.at(-1)?.userId
    last = players.find(({ id }) => id === lastId) ?? ada
    follower = await newPlayer(site.url, 'follower')
    const first = chartLeaderboards.parse(
      (await call(`${site.url}/api/chart/${chart.hash}/leaderboards`)).body,
    )
    for (const { rank, userId } of first.leaderboards[0]?.scores ?? [])
      if (rank % 6 === 3)
        await call(`${site.url}/api/rivals`, { token: follower.token, body: { rivalUserId: userId } })
    await sendPlay(site.url, ada, { chart: failedOnly, seed: 3, failsAt: 0.5 })
    for (const { token } of [ada, last])
      await call(`${site.url}/api/rivals`, { token, body: { rivalUserId: rival.id } })
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  it("shows the chart's data and its recent scores", async () => {
    const page = await site.visit(`/chart/${chart.hash}`)
    const card = page.getByRole('region', { name: chart.songName })
    for (const fact of [chart.artist, chart.stepartist, chart.hash])
      await card.getByText(fact, { exact: true }).first().waitFor()
    await card.getByRole('img', { name: 'Meter 11' }).waitFor()
    const recent = panel(page, 'Recent Scores')
    await eventually(() => rows(recent).count()).toBe(5)
    expect(await recent.locator('th').allTextContents()).toEqual(['Player', 'Grade', 'Score', 'Date'])
    expect(await rows(recent).first().locator(`a[href="/play/${lastPlay}"]`).count()).toBe(1)
    await recent.getByRole('button', { name: 'More' }).click()
    await eventually(() => rows(recent).count()).toBe(10)
  })

  it.each(widths)(
    'ranks every player once, with the page of the board in the address, %i px wide',
    async (width) => {
      const page = await site.visit(`/chart/${chart.hash}`, { width })
      const board = panel(page, 'Leaderboards')
      const pages = board.getByRole('navigation', { name: 'Pages' })
      await eventually(() => ranks(board)).toBe(numbers(1, 25))
      const first = await scores(board)
      expect(first).toEqual([...first].sort((a, b) => b - a))
      if (width === 1280) {
        const columns = ['Rank', 'Player', 'Grade', 'Score', 'Gap to first', 'Date']
        expect(await board.locator('th').allTextContents()).toEqual(columns)
        await pages.getByText('1–25 of 30').waitFor()
      }

      await pages.getByRole('link', { name: 'Page 2' }).click()
      await eventually(() => ranks(board)).toBe(numbers(26, 30))
      expect(addressOf(page)).toBe(`/chart/${chart.hash}?page=2`)
      expect(Math.max(...(await scores(board)))).toBeLessThanOrEqual(Math.min(...first))
      await page.reload()
      await eventually(() => ranks(board)).toBe(numbers(26, 30))
      await pages.getByRole('link', { name: 'Page 1' }).click()
      await eventually(() => ranks(board)).toBe(numbers(1, 25))
      expect(addressOf(page)).toBe(`/chart/${chart.hash}`)
    },
  )

  itLong(
    'scrolls to the top of the board on its next page, and redirects from beyond the last page',
    async () => {
      const page = await site.visit(`/chart/${chart.hash}`)
      const board = panel(page, 'Leaderboards')
      const pages = board.getByRole('navigation', { name: 'Pages' })
      const next = pages.getByRole('link', { name: 'Next' })
      await eventually(() => ranks(board)).toBe(numbers(1, 25))
      expect(await pages.getByRole('link', { name: 'Previous' }).count()).toBe(0)
      await next.scrollIntoViewIfNeeded()
      expect((await board.boundingBox())?.y).toBeLessThan(0)

      await next.click()
      await eventually(() => ranks(board)).toBe(numbers(26, 30))
      await eventually(async () => (await board.boundingBox())?.y).toBeGreaterThanOrEqual(0)
      expect(await next.count()).toBe(0)
      await pages.getByRole('link', { name: 'Previous' }).click()
      await eventually(() => ranks(board)).toBe(numbers(1, 25))

      await page.goto(`${site.url}/chart/${chart.hash}?page=9`)
      await eventually(() => ranks(board)).toBe(numbers(26, 30))
      expect(addressOf(page)).toBe(`/chart/${chart.hash}?page=2`)
    },
  )

  it('pins the own rank while it is on another page, with the distance to the next rank, and links to it', async () => {
    const page = await site.visit(`/chart/${chart.hash}`, { token: last.token })
    const board = panel(page, 'Leaderboards')
    const pin = board.locator('.pin.own')
    await pin.getByText(`#${crowd}`, { exact: true }).waitFor()
    await pin.getByText(new RegExp(`^\\d+\\.\\d\\d more to pass #${crowd - 1}, dancer\\d\\d$`)).waitFor()
    await pin.getByRole('link', { name: 'Jump to my rank' }).click()
    await eventually(() => ranks(board)).toContain(numbers(26, 30))
    expect([addressOf(page), await pin.count()]).toEqual([`/chart/${chart.hash}?page=2`, 0])
    await board.locator('.pin.rival').getByText(rival.alias).waitFor()
  })

  it('lists all rivals on the board, whatever their ranks', async () => {
    const page = await site.visit(`/chart/${chart.hash}?page=2`, { token: follower.token })
    const board = panel(page, 'Leaderboards')
    await board.getByRole('button', { name: 'All 4 rivals' }).click()
    const all = board.getByRole('list', { name: 'Rivals' }).getByRole('listitem')
    expect(await all.locator('.rk').allTextContents()).toEqual(['#3', '#9', '#15', '#21'])
    expect(await violations(page)).toEqual([])
    await board.getByRole('button', { name: 'Hide rivals' }).press('Enter')
    await eventually(() => all.count()).toBe(0)
  })

  itLong('shows the board as of a day, everybody of now in it, and who held the first place', async () => {
    // Given all plays of today, then the board as of yesterday is empty and the one as of today is that of now.
    const [today = ''] = new Date().toISOString().split('T')
    const of = async (path: string) => (await call(`${site.url}/api/chart/${chart.hash}/${path}`)).body
    const now = chartLeaderboards.parse(await of('leaderboards')).leaderboards[0]
    const then = boardAtDay.parse(await of(`leaderboards/${today}`))
    expect(then.scores).toEqual(now?.scores.map((entry) => ({ ...entry, rankNow: entry.rank })))
    const holder = now?.scores[0]
    const { reigns } = chartReigns.parse(await of('firsts'))
    expect(reigns[0]).toMatchObject({ user: { id: holder?.userId }, score: holder?.score, until: null })

    const page = await site.visit(`/chart/${chart.hash}?at=2026-01-05&page=2`, { token: ada.token })
    const board = panel(page, 'Leaderboards')
    await board.getByText('Nobody was ranked on this chart on Jan 5, 2026.').waitFor()
    expect(await board.getByLabel('As of').inputValue()).toBe('2026-01-05')
    await board.getByText('History', { exact: true }).click()
    await board
      .locator('ol')
      .getByText(holder?.alias ?? '')
      .first()
      .waitFor()
    expect(await violations(page)).toEqual([])
    await board.getByRole('link', { name: 'Back to now' }).click()
    await eventually(() => ranks(board)).toBe(numbers(1, 25))
    expect(addressOf(page)).toBe(`/chart/${chart.hash}`)
    await board.getByLabel('The board on').fill('2026-01-06')
    await board.getByText('on Jan 6, 2026').waitFor()
  })

  it.each(isLong ? widths : [])(
    'shows the board of the own country, of another and of rivals, %i px wide',
    async (width) => {
      // Given Ada and the last player of Finland, and the rival of both, of Japan,
      for (const { token } of [ada, last])
        await call(`${site.url}/api/user`, { token, method: 'PUT', body: { countryId: 246 } })
      await call(`${site.url}/api/user`, { token: rival.token, method: 'PUT', body: { countryId: 392 } })
      const page = await site.visit(`/chart/${chart.hash}`, { token: last.token, width })
      const board = panel(page, 'Leaderboards')
      const players = board.getByRole('radiogroup', { name: 'Players' })
      const names = () => board.locator('.who').allTextContents()
      await players.getByRole('radio', { name: 'Country' }).click()
      await board.getByText('2 players', { exact: true }).waitFor()
      await eventually(() => ranks(board)).toBe(numbers(1, 2))
      expect(await names()).toEqual([ada.alias, last.alias])
      await board.getByText(`global #${crowd}`).waitFor()
      expect(addressOf(page)).toBe(`/chart/${chart.hash}?players=fi`)
      expect(await violations(page)).toEqual([])
      const country = board.getByRole('combobox', { name: 'Country' })
      await country.selectOption('Japan')
      await eventually(names).toEqual([rival.alias])
      expect(addressOf(page)).toBe(`/chart/${chart.hash}?players=jp`)
      await page.goBack()
      await eventually(names).toEqual([ada.alias, last.alias])

      await players.getByRole('radio', { name: 'Country' }).press('ArrowRight')
      await eventually(names).toEqual([rival.alias, last.alias])
      expect(addressOf(page)).toBe(`/chart/${chart.hash}?players=rivals`)
      await players.getByRole('radio', { name: 'Global' }).click()
      await eventually(() => ranks(board)).toBe(`#${crowd} ${numbers(1, 25)}`)
    },
  )

  itLong('has a readable print layout', async () => {
    const page = await site.visit(`/chart/${chart.hash}?page=2`, { token: follower.token })
    await panel(page, 'Leaderboards').locator('.pin.rival').waitFor()
    expect(await printProblems(page)).toEqual([])
  })

  itLong('shows each board with its own scores', async () => {
    const page = await site.visit(`/chart/${chart.hash}`)
    const board = panel(page, 'Leaderboards')
    await eventually(() => ranks(board)).toBe(numbers(1, 25))
    const hardEx = await scores(board)
    await boardChoice(board, 'ITG').click()
    await eventually(() => scores(board)).not.toEqual(hardEx)
    const itg = await scores(board)
    expect(itg).toEqual([...itg].sort((a, b) => b - a))
    expect(itg[0]).toBeGreaterThan(hardEx[0] ?? 0)
  })

  it.each(widths)(
    'marks the own row and rivals by text, icon and border, not by colour alone, %i px wide',
    async (width) => {
      const page = await site.visit(`/chart/${chart.hash}`, { width, token: ada.token })
      const board = panel(page, 'Leaderboards')
      const own = rows(board).filter({ hasText: ada.alias })
      const other = rows(board).filter({ hasText: rival.alias })
      await own.getByText('You', { exact: true }).waitFor()
      await other.getByText('Rival', { exact: true }).waitFor()
      expect([
        await own.locator('.ic-own svg').count(),
        await other.locator('.ic-rival svg').count(),
      ]).toEqual([1, 1])
      expect(await board.getByText(/^(You|Rival)$/).count()).toBe(2)

      const visitor = await site.visit(`/chart/${chart.hash}`, { width })
      await panel(visitor, 'Leaderboards').getByText(ada.alias).waitFor()
      expect(await visitor.getByText(/^(You|Rival)$/).count()).toBe(0)
    },
  )

  it('inserts a better play at its rank live, and removes it when it is withdrawn', async () => {
    const page = await site.visit(`/chart/${chart.hash}`)
    const board = panel(page, 'Leaderboards')
    await eventually(() => ranks(board)).toBe(numbers(1, 25))
    const { playId, boards } = await submitUntilRanked(site.url, ada, playBody({ chart, seed: 7, skill: 1 }))

    await rowOf(panel(page, 'Recent Scores'), playId).waitFor()
    await rowOf(board, playId).getByText(`#${boards[0]?.rank}`, { exact: true }).waitFor()
    await rowOf(board, playId).getByText('New', { exact: true }).waitFor()
    await eventually(() => ranks(board)).toBe(numbers(1, 25))
    expect(await board.getByText(ada.alias, { exact: true }).count()).toBe(1)

    await call(`${site.url}/api/play/${playId}`, { token: ada.token, method: 'DELETE' })
    await rowOf(page, playId).first().waitFor({ state: 'detached' })
    await rowOf(board, lastPlay).waitFor()
  })

  it('shows the leaderboard right after its facts on a phone, with the hash folded away', async () => {
    const page = await site.visit(`/chart/${chart.hash}`, { width: 390 })
    const board = panel(page, 'Leaderboards')
    await rows(board).first().waitFor()
    expect((await board.boundingBox())?.y).toBeLessThan(480)
    const hash = page.getByText(chart.hash, { exact: true })
    expect(await hash.count()).toBe(0)
    await page.getByText('More about this chart').click()
    await hash.waitFor()
  })

  it('highlights a new first rank', async () => {
    const small = smallChart(3)
    await sendPlay(site.url, rival, { chart: small, seed: 1, skill: 0.2 })
    const page = await site.visit(`/chart/${small.hash}`)
    const board = panel(page, 'Leaderboards')
    await rows(board).first().waitFor()
    const { playId, boards } = await sendPlay(site.url, ada, { chart: small, seed: 1, skill: 0.9 })
    expect(boards.map(({ rank }) => rank)).toEqual([1, 1, 1])
    const row = rowOf(board, playId)
    await row.getByText('New', { exact: true }).waitFor()
    expect(await row.getAttribute('class')).toContain('arrive')
  })

  itLong('queues new rows behind a button while the pointer is over the list', async () => {
    const page = await site.visit(`/chart/${failedOnly.hash}`)
    const recent = panel(page, 'Recent Scores')
    await rows(recent).first().hover()
    const first = await sendPlay(site.url, rival, { chart: failedOnly, seed: 8, failsAt: 0.4 })
    await recent.getByRole('button', { name: '1 new score' }).waitFor()
    const second = await sendPlay(site.url, rival, { chart: failedOnly, seed: 9, failsAt: 0.3 })
    const button = recent.getByRole('button', { name: '2 new scores' })
    await button.waitFor()
    // Nor while the pointer moves to the button.
    await button.hover()
    await nextPaint(page)
    expect(await rows(recent).count()).toBe(1)

    await button.click()
    await rowOf(recent, first.playId).waitFor()
    await rowOf(recent, second.playId).waitFor()
    expect(await button.count()).toBe(0)
  })

  it('shows an empty board without ranked scores, and an error for an unknown chart', async () => {
    const page = await site.visit(`/chart/${failedOnly.hash}`)
    const board = panel(page, 'Leaderboards')
    await board.getByText('No ranked scores yet').waitFor()

    for (const [path, words] of [
      ['/chart/ffffffffffffffff', 'Chart not found'],
      ['/chart/no-hash', 'Chart not found'],
      ['/chart', 'Chart hash is required'],
    ]) {
      await page.goto(site.url + path)
      await eventually(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(words)
      await page.getByRole('main').getByRole('link').waitFor()
    }
  })
})
