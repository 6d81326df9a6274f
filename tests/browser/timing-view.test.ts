import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { generatedChart } from '../generators/chart.ts'
import { playBody } from '../generators/play-body.ts'
import { itLong } from '../length.ts'
import { newPlayer, submit } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { panel } from './find.ts'
import { type MainThreadTrace, traceMainThread } from './main-thread.ts'
import { nextPaint } from './page-checks.ts'
import { noBrowser, openSite, type Site, type Visit } from './site.ts'

const rows = 900
const body = playBody({ chart: generatedChart({ seed: 31, rows }), seed: 31, skill: 0.6 })

describe.skipIf(noBrowser)('the timing chart', () => {
  let site: Site
  let playId: number
  beforeAll(async () => {
    site = await openSite()
    playId = (await submit(site.url, await newPlayer(site.url, 'ada'), body)).playId
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  /** `height`: a window height at which the whole page fits without scrolling. */
  const open = async (visit: Visit = {}, height?: number, play = playId) => {
    const page = await site.visit(`/play/${play}`, visit)
    if (height) await page.setViewportSize({ width: 1280, height })
    const chart = page.getByRole('slider', { name: /Offset of every step/ })
    await chart.scrollIntoViewIfNeeded()
    return { page, chart, timing: panel(page, 'Timing') }
  }
  /** The visible range in seconds, as the live region states it; null for the whole song. */
  const visibleRange = async (page: Page) => {
    const text = await panel(page, 'Timing').locator('span[role=status]').textContent()
    const times = [...(text ?? '').matchAll(/(\d+):(\d+\.\d)/g)].map(([, m, s]) => Number(m) * 60 + Number(s))
    return times.length === 2 ? { from: times[0] ?? 0, to: times[1] ?? 0 } : null
  }
  const length = async (page: Page) => {
    const span = await visibleRange(page)
    return span ? span.to - span.from : null
  }
  /** Median CPU time of the page per frame while zooming and dragging, ms. */
  const costOfMoving = async ({ page, chart }: Awaited<ReturnType<typeof open>>) => {
    const box = await chart.boundingBox()
    if (!box) throw new Error('no chart')
    const [x, y] = [box.x + box.width / 2, box.y + 100]
    await page.mouse.move(x, y)
    await chart.focus()
    await page.mouse.wheel(0, -200)
    await eventually(() => visibleRange(page)).not.toBeNull()
    const busy = await traceMainThread(page, async () => {
      await page.mouse.down()
      for (let i = 1; i <= 30; i++) await page.mouse.move(x + (i % 10) * 20, y)
      await page.mouse.up()
      for (let i = 0; i < 15; i++) await page.mouse.wheel(0, i % 2 === 0 ? -60 : 60)
      await nextPaint(page)
    })
    const costs = costOfFrames(busy).sort((a, b) => a - b)
    expect(costs.length).toBeGreaterThan(20)
    return costs[Math.floor(costs.length / 2)] ?? Number.NaN
  }
  const whole = Math.max(...body.timingData.map(([time]) => time))

  it('zooms around the pointer by wheel, pans by dragging, and resets', async () => {
    const { page, chart, timing } = await open({}, 1400)
    await chart.focus()
    const box = await chart.boundingBox()
    if (!box) throw new Error('no chart')
    await page.mouse.move(box.x + box.width / 2, box.y + 100)
    expect(await visibleRange(page)).toBeNull()
    for (let i = 0; i < 5; i++) await page.mouse.wheel(0, -200)
    // Five wheel steps show a ninth of the song, four a sixth: below an eighth the animation has nearly ended.
    await eventually(() => length(page)).toBeLessThan(whole / 8)
    const near = await visibleRange(page)
    expect(((near?.from ?? 0) + (near?.to ?? 0)) / 2 / whole).toBeCloseTo(0.5, 1)
    expect(await timing.getByText(/^\d+ steps in view$/).count()).toBe(1)
    await timing.getByRole('heading', { name: 'Histogram of offsets in view' }).waitFor()

    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 200, box.y + 100, { steps: 4 })
    await page.mouse.up()
    await eventually(async () => (await visibleRange(page))?.from).toBeLessThan(near?.from ?? 0)
    expect(await length(page)).toBeCloseTo((near?.to ?? 0) - (near?.from ?? 0), 0)

    await timing.getByRole('button', { name: 'Whole song' }).click()
    await eventually(() => visibleRange(page)).toBeNull()
    await timing.getByText('All steps').waitFor()
  })

  it('leaves the wheel to the page while it scrolls, and at full zoom-out', async () => {
    const { page, chart } = await open()
    await page.evaluate(() => scrollTo(0, 0))
    const box = await chart.boundingBox()
    if (!box) throw new Error('no chart')
    await page.mouse.move(box.x + 300, Math.min(780, box.y + 200))
    const top = () => page.evaluate(() => scrollY)
    await page.mouse.wheel(0, 150)
    await eventually(top).toBeGreaterThan(100)
    expect(await visibleRange(page)).toBeNull()
  })

  itLong('leaves the wheel to the page without focus, and zooms with Ctrl', async () => {
    const { page, chart } = await open()
    await chart.scrollIntoViewIfNeeded()
    const box = await chart.boundingBox()
    if (!box) throw new Error('no chart')
    const top = () => page.evaluate(() => scrollY)
    const before = await top()
    expect(before).toBeGreaterThan(0)
    await page.mouse.move(box.x + 300, box.y + 200)
    await page.mouse.wheel(0, -100)
    await eventually(top).toBeLessThan(before)
    expect(await visibleRange(page)).toBeNull()

    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -100)
    await page.keyboard.up('Control')
    await eventually(() => visibleRange(page)).not.toBeNull()
  })

  itLong('zooms by keyboard with +, − and 0, and keeps the selected step visible', async () => {
    const { page, chart, timing } = await open()
    await chart.focus()
    expect(await chart.evaluate((el) => getComputedStyle(el).outlineStyle)).toBe('solid')
    const described = await chart.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).textContent()).toContain('zoom in and out')
    await page.keyboard.press('Home')
    for (let i = 0; i < 6; i++) await page.keyboard.press('+')
    await eventually(() => length(page)).toBeLessThan(whole / 10)
    await page.keyboard.press('End')
    await eventually(async () => (await visibleRange(page))?.to).toBeGreaterThanOrEqual(Math.floor(whole))
    const end = await visibleRange(page)
    await page.keyboard.press('Shift+ArrowLeft')
    await eventually(async () => (await visibleRange(page))?.to).toBeLessThan(end?.to ?? 0)
    await page.keyboard.press('-')
    await eventually(() => length(page)).toBeGreaterThan((end?.to ?? 0) - (end?.from ?? 0))
    await page.keyboard.press('0')
    await eventually(() => visibleRange(page)).toBeNull()
    await timing.getByRole('button', { name: 'Zoom in' }).press('Enter')
    await eventually(() => length(page)).toBeGreaterThan(0)
  })

  it('zooms in one step with reduced motion', async () => {
    const { page, chart } = await open({ reducedMotion: true })
    await chart.focus()
    const shown = panel(page, 'Timing').getByText(/^\d+:\d\d(\.\d)?–/)
    const seen = await shown.evaluate((element) => {
      const texts: (string | null)[] = []
      const observer = new MutationObserver(() => texts.push(element.textContent))
      observer.observe(element, { childList: true, subtree: true, characterData: true })
      return new Promise<number>((resolve) => {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true }))
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(new Set(texts).size)))
      })
    })
    expect(seen).toBe(1)
  })

  itLong('costs less than a frame at 60 fps with 18,000 steps, while zooming and dragging', async () => {
    const player = await newPlayer(site.url, 'marathon')
    const long = playBody({ chart: generatedChart({ seed: 32, rows: 18_000 }), seed: 32, skill: 0.6 })
    const short = await open({}, 1400)
    const before = await costOfMoving(short)
    const of18000 = await costOfMoving(await open({}, 1400, (await submit(site.url, player, long)).playId))
    const of900 = Math.max(before, await costOfMoving(short))
    process.stdout.write(`A frame: ${of18000.toFixed(1)} ms of 18,000 steps, ${of900.toFixed(1)} ms of 900\n`)
    // The cost of 900 steps calibrates the limit for slow machines.
    expect(of18000).toBeLessThanOrEqual(Math.max(16, 3 * of900))
  })

  it('zooms by pinching and pans by touch, and lets touches scroll the page', async () => {
    const { page, chart } = await open({ width: 390 })
    await chart.evaluate((el) => el.scrollIntoView({ block: 'center' }))
    const box = await chart.boundingBox()
    if (!box) throw new Error('no chart')
    const cdp = await page.context().newCDPSession(page)
    const y = box.y + 200
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([x, top], id) => ({ x, y: top, id })),
      })
    await touch('touchStart', [180, y], [230, y])
    for (let i = 1; i <= 8; i++) await touch('touchMove', [180 - i * 12, y], [230 + i * 12, y])
    await touch('touchEnd')
    await eventually(() => length(page)).toBeLessThan(whole / 3)
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)

    const before = await visibleRange(page)
    await touch('touchStart', [300, y])
    for (let i = 1; i <= 8; i++) await touch('touchMove', [300 - i * 15, y])
    await touch('touchEnd')
    await eventually(async () => (await visibleRange(page))?.from).toBeGreaterThan(before?.from ?? 0)

    const top = await page.evaluate(() => scrollY)
    await touch('touchStart', [200, y])
    for (let i = 1; i <= 10; i++) await touch('touchMove', [200, y - i * 20])
    await touch('touchEnd')
    await eventually(() => page.evaluate(() => scrollY)).toBeGreaterThan(top + 100)
  })
})

/** CPU time of the page from the start of each frame to the next, ms. */
function costOfFrames({ tasks, frames }: MainThreadTrace): number[] {
  const starts = [...frames].sort((a, b) => a - b)
  return starts.slice(0, -1).map((start, i) => {
    const within = tasks.filter(({ at }) => at >= start - 1 && at < (starts[i + 1] ?? start) - 1)
    return within.reduce((sum, { ms }) => sum + ms, 0)
  })
}
