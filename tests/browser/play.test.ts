import { play as playShape } from '@stepledger/contracts/http/shapes/play.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { samplePlays } from '../generators/sample-plays.ts'
import { itLong } from '../length.ts'
import { call, newPlayer, type Player, submit } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { boardChoice, panel } from './find.ts'
import { printProblems } from './page-checks.ts'
import { smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { widths } from './visits.ts'

const chart = smallChart(5)
const body = playBody({ chart, seed: 5, skill: 0.3 })
const systems = [
  ['HardEX', 'H.EX'],
  ['EX', 'EX'],
  ['ITG', 'ITG'],
] as const

describe.skipIf(noBrowser)('the play page', () => {
  let site: Site
  let ada: Player
  let playId: number
  beforeAll(async () => {
    site = await openSite()
    ada = await newPlayer(site.url, 'ada')
    playId = (await submit(site.url, ada, body)).playId
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const open = async (id: number, width: 1280 | 390 = 1280) => {
    // A play is acknowledged before it is folded if that takes longer than a quarter of a second.
    await eventually(async () => (await call(`${site.url}/api/play/${id}`)).status).toBe(200)
    const page = await site.visit(`/play/${id}`, { width })
    await page.getByRole('heading', { name: 'Judgments' }).waitFor()
    return page
  }
  const judgments = (page: Page) =>
    panel(page, 'Judgments')
      .locator('li')
      .evaluateAll((rows) => rows.map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent)))
  const fact = (page: Page, name: string) =>
    page.locator(`div:has(> dt:text-is("${name}")) > dd`).textContent()

  it.each(widths)(
    'shows player, chart, score, judgments and radar of the chosen system, %i px wide',
    async (width) => {
      const page = await open(playId, width)
      const shown = playShape.parse((await call(`${site.url}/api/play/${playId}`)).body)
      await page.getByRole('heading', { level: 1, name: chart.songName }).waitFor()
      expect(await page.getByRole('main').getByRole('link', { name: 'ada' }).getAttribute('href')).toBe(
        `/user/${ada.id}`,
      )
      for (const [type, label] of systems) {
        const data = shown.leaderboards.find(({ leaderboard }) => leaderboard === type)?.data
        if (!data) throw new Error(`no score in ${type}`)
        await boardChoice(page, label).click()
        const big = page.locator('.font-stretch-expanded', { hasText: '%' })
        await eventually(() => big.textContent()).toBe(`${data.score}%`)
        expect(await judgments(page)).toEqual(
          data.judgmentsOrdered.map(({ name, value }) => [name, String(value)]),
        )
        const { radar } = data
        expect(await fact(page, 'Holds')).toBe(`${radar.holdsHeld} / ${radar.holdsTotal}`)
        expect(await fact(page, 'Rolls')).toBe(`${radar.rollsHit} / ${radar.rollsTotal}`)
        expect(await fact(page, 'Mines dodged')).toBe(`${radar.minesDodged} / ${radar.minesTotal}`)
      }
      const link = page.getByRole('main').getByRole('link', { name: chart.songName })
      expect(await link.getAttribute('href')).toBe(`/chart/${chart.hash}`)
    },
  )

  it('shows scores while the steps cannot be read, and the steps once they can', async () => {
    let isAvailable = false
    const shown = playShape.parse((await call(`${site.url}/api/play/${playId}`)).body)
    const without = {
      hasSteps: false,
      timingData: [],
      lifebarInfo: [],
      npsData: [],
      arrows: null,
      fail: null,
    }
    const page = await site.visit(`/play/${playId}`, { width: 390 }, (page) =>
      page.route(`**/api/play/${playId}`, (route) =>
        isAvailable ? route.continue() : route.fulfill({ json: { ...shown, ...without } }),
      ),
    )
    const timing = panel(page, 'Timing')
    await timing.getByText("The steps can't be read right now").waitFor()
    await panel(page, 'Judgments').locator('li').first().waitFor()
    expect(await page.getByRole('heading', { name: 'Early and Late' }).count()).toBe(0)

    isAvailable = true
    await timing.getByRole('button', { name: 'Retry' }).click()
    await timing.locator('canvas').first().waitFor()
  })

  itLong('prints with its chart, without controls', async () => {
    const page = await open(playId)
    await page.getByRole('region', { name: 'Timing' }).locator('canvas').first().waitFor()
    expect(await printProblems(page)).toEqual([])
  })

  it('shows timing statistics in ms: error, offset, three deviations and the maximum', async () => {
    const offsets = body.timingData.flatMap(([, offset]) => (offset === 'Miss' ? [] : [offset * 1000]))
    const mean = offsets.reduce((sum, x) => sum + x, 0) / offsets.length
    const absolute = offsets.reduce((sum, x) => sum + Math.abs(x), 0) / offsets.length
    const deviation = Math.sqrt(offsets.reduce((sum, x) => sum + (x - mean) ** 2, 0) / offsets.length)
    const worst = Math.max(...offsets.map(Math.abs))
    const page = await open(playId)
    const number = async (name: string) =>
      Number(/−?[\d.]+/.exec((await fact(page, name)) ?? '')?.[0].replace('−', '-'))
    expect(await number('Mean absolute error')).toBeCloseTo(absolute, 1)
    expect(await number('Mean offset')).toBeCloseTo(mean, 1)
    expect(await number('Three times the standard deviation')).toBeCloseTo(deviation * 3, 1)
    expect(await number('Max error')).toBeCloseTo(worst, 0)
    expect(await fact(page, 'Three times the standard deviation')).toContain('covers 99.7% of steps')
    expect(await fact(page, 'Mean offset')).toContain('early negative, late positive')
  })

  it('shows a recorded play, if available, with its known scores', async () => {
    const real = samplePlays().get('destroy-pass')
    if (!real) return
    const page = await open((await submit(site.url, ada, real)).playId)
    await page.getByRole('img', { name: 'tristar' }).waitFor()
    const cells = page.getByRole('radiogroup', { name: 'Leaderboard' }).getByRole('radio')
    expect(await cells.allTextContents()).toEqual(['H.EX96.95%', 'EX98.80%', 'ITG99.61%'])
    await page.getByText('928 steps').waitFor()
    await page.getByText('NPS, peak 14.5').waitFor()
  })

  it('makes the steps accessible by keyboard', async () => {
    const page = await open(playId)
    const slider = page.getByRole('slider', { name: /Offset of every step/ })
    const now = () => slider.getAttribute('aria-valuenow')
    await slider.focus()
    await page.keyboard.press('End')
    await eventually(now).toBe(String(body.timingData.length))
    await page.keyboard.press('Home')
    await eventually(now).toBe('1')
    const readout = panel(page, 'Timing').locator('output')
    const first = await readout.textContent()
    await page.keyboard.press('ArrowRight')
    await eventually(() => readout.textContent()).not.toBe(first)
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^Step 2 of 60, \d+:\d\d\.\d{3}, /)
    await page.keyboard.press('ArrowLeft')
    await eventually(() => readout.textContent()).toBe(first)
    await boardChoice(page, 'ITG').click()
    await eventually(() => readout.textContent()).toMatch(
      /(Fantastic \(23ms\)|Excellent|Great|Decent|Way Off|Miss)$/,
    )
  })

  it('draws the steps, 420 px high, and redraws them when the theme changes', async () => {
    const page = await open(playId)
    const slider = page.getByRole('slider', { name: /Offset of every step/ })
    expect((await slider.boundingBox())?.height).toBe(420)
    const drawing = () =>
      slider
        .locator('canvas')
        .first()
        .evaluate((c) => (c instanceof HTMLCanvasElement ? c.toDataURL() : ''))
    const dark = await drawing()
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('radio', { name: 'Default (Light)' }).check()
    await eventually(drawing).not.toBe(dark)
  })

  it('has every number in data tables too', async () => {
    const page = await open(playId)
    await page.getByText('Data tables').click()
    const steps = page.getByRole('table', { name: 'Every step' })
    const curves = page.getByRole('table', { name: 'Lifebar and notes per second' })
    await eventually(() => steps.locator('tbody tr').count()).toBe(25)
    expect(await curves.locator('tbody tr').first().textContent()).toMatch(/^0:00\d+%\d+\.\d$/)
    await page.getByRole('button', { name: 'Last' }).click()
    await page.getByText('51–60 of 60').waitFor()
  })

  itLong("says that the game's clock was wrong, and dates the play when it was received", async () => {
    const sent = await submit(site.url, ada, playBody({ chart, seed: 7, pendingDate: '1999-12-31T20:00:00' }))
    const page = await open(sent.playId)
    await page.getByText("The game's clock was wrong").waitFor()
    const shown = playShape.parse((await call(`${site.url}/api/play/${sent.playId}`)).body)
    expect(shown).toMatchObject({ clockWasWrong: true, createdAt: shown.receivedAt })
    expect(await (await open(playId)).getByText("The game's clock was wrong").count()).toBe(0)
  })

  it('explains why a play is not ranked', async () => {
    const sent = await submit(
      site.url,
      ada,
      playBody({ chart, seed: 6, failsAt: 0.5, rate: 1.2, autoplay: true }),
    )
    const page = await open(sent.playId)
    await page.getByText('Not ranked').waitFor()
    expect(sent.reasons).toHaveLength(3)
    const reasons = await page.locator('p:text-is("Not ranked") + div li').allTextContents()
    expect(reasons.join(' ')).toMatch(/music rate 1.*Autoplay was on.*Failed/)
    await page.getByText(/1\.2× ·/).waitFor()
    await page.getByRole('img', { name: 'F', exact: true }).waitFor()
    expect(await (await open(playId)).getByText('Not ranked').count()).toBe(0)
  })

  itLong('shows an unknown play, and retries after an error', async () => {
    const page = await site.visit('/play/999999')
    const none = page.getByRole('heading', { name: 'Play not found' })
    await none.waitFor()
    await page.goto(`${site.url}/play/nonsense`)
    await none.waitFor()
    await page.getByRole('link', { name: 'Recent Scores' }).waitFor()
    await page.goto(`${site.url}/play`)
    await page.getByRole('heading', { name: 'Play ID is required' }).waitFor()

    await page.route('**/api/play/*', (route) => route.fulfill({ status: 500 }))
    await page.goto(`${site.url}/play/${playId}`)
    await page.getByRole('main').getByRole('alert').getByText('Failed to load play').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: chart.songName }).waitFor()
    expect(site.takeErrors().every((text) => text.includes('500'))).toBe(true)
  })
})
