import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { packChart } from '../generators/pack-chart.ts'
import { isLong, itLong, withLong } from '../length.ts'
import { eventually } from './eventually.ts'
import { panel } from './find.ts'
import { addPacks } from './packs.ts'
import { applyTheme, horizontalOverflow, nextPaint, violations } from './page-checks.ts'
import { smallChart } from './scores.ts'
import { noBrowser, openSite, type Site, type Visit } from './site.ts'
import { someSteps, storeSteps } from './steps.ts'

const single = smallChart(1)
const double = smallChart(2)
const broken = smallChart(3)
const lost = smallChart(4)
const unknown = smallChart(5)
const empty = smallChart(6)

describe.skipIf(noBrowser)('the step preview', () => {
  let site: Site

  beforeAll(async () => {
    site = await openSite()
    const charts = [
      packChart(single, { steps: await storeSteps(site, someSteps(4, 30)) }),
      packChart(double, { stepsType: 'dance-double', steps: await storeSteps(site, someSteps(8, 4)) }),
      packChart(broken, { steps: await storeSteps(site, { ...someSteps(4, 2), notes: '1' }) }),
      packChart(lost, { steps: '0'.repeat(64) }),
      packChart(unknown),
      packChart(empty, { steps: await storeSteps(site, { panels: 0, seconds: [], ticks: [], notes: '' }) }),
    ]
    await addPacks(site, [
      {
        packId: 1,
        name: 'Arcade Sundries',
        at: 1_770_000_000_000,
        songs: charts.map((chart, i) => ({ songId: i + 1, charts: [chart] })),
      },
    ])
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const steps = (page: Page) => panel(page, 'Steps')
  const position = (page: Page) => steps(page).getByRole('slider', { name: 'Position' })
  const positionText = (page: Page) => position(page).getAttribute('aria-valuetext')
  const show = async (page: Page) => {
    await steps(page).getByRole('checkbox', { name: 'Show the steps' }).check()
    await steps(page).getByRole('button', { name: 'Play' }).waitFor()
  }
  /** The canvas as a data URL, to compare frames. */
  const drawn = (canvas: Locator) =>
    canvas.evaluate((element) => (element instanceof HTMLCanvasElement ? element.toDataURL() : ''))
  const canvas = (page: Page) => steps(page).getByRole('img')

  it('is off and loads nothing until it is switched on', async () => {
    const asked: string[] = []
    const page = await site.visit(`/chart/${single.hash}`, {}, async (page) => {
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    })
    await steps(page).getByRole('checkbox', { name: 'Show the steps' }).waitFor()
    expect(asked.filter((path) => /^\/media|steps-player/.test(path))).toEqual([])
    expect(await canvas(page).count()).toBe(0)

    await show(page)
    expect(asked.filter((path) => /^\/media|steps-player/.test(path))).toHaveLength(2)
    await steps(page).getByRole('checkbox').uncheck()
    expect(await canvas(page).count()).toBe(0)
  })

  it('is hidden for a chart without pack', async () => {
    const page = await site.visit(`/chart/${unknown.hash}`)
    await panel(page, 'Notes per Second').waitFor()
    expect(await steps(page).count()).toBe(0)
  })

  it('says that a chart has no steps', async () => {
    const page = await site.visit(`/chart/${empty.hash}`)
    await steps(page).getByRole('checkbox').check()
    await steps(page).getByText('This chart has no steps', { exact: true }).waitFor()
  })

  it.each(
    withLong<[string, Visit]>(
      [['on a wide screen', { width: 1280 }]],
      [['on a phone, where less motion is wanted', { width: 390, reducedMotion: true }]],
    ),
  )('plays, pauses and seeks by keys and buttons, %s', async (_where, visit) => {
    const page = await site.visit(`/chart/${single.hash}`, visit)
    await show(page)
    expect(await horizontalOverflow(page)).toBe(0)
    await nextPaint(page)
    expect(await positionText(page)).toBe('0:02 of 0:51')
    const still = await drawn(canvas(page))
    await nextPaint(page)
    expect(await drawn(canvas(page))).toBe(still)

    await steps(page).getByRole('button', { name: 'Play' }).click()
    await eventually(() => positionText(page)).not.toBe('0:02 of 0:51')
    await steps(page).getByRole('button', { name: 'Pause' }).click()
    expect(await drawn(canvas(page))).not.toBe(still)

    await position(page).press('Home')
    expect([await positionText(page), await drawn(canvas(page))]).toEqual(['0:02 of 0:51', still])
    for (const name of ['Forward 1 second', 'Forward 1 second', 'Back 1 second'])
      await steps(page).getByRole('button', { name }).click()
    expect(await positionText(page)).toBe('0:03 of 0:51')
    await position(page).press('End')
    expect(await positionText(page)).toBe('0:51 of 0:51')
    await steps(page).getByRole('button', { name: 'Play' }).click()
    await eventually(() => positionText(page)).toBe('0:02 of 0:51')
  })

  itLong('is as wide before it is shown as afterwards, on a wide screen', async () => {
    const page = await site.visit(`/chart/${double.hash}`)
    const width = async () => (await panel(page, 'Steps').boundingBox())?.width
    const before = await width()
    await show(page)
    expect(await width()).toBe(before)
  })

  itLong('requests no animation frames while it is out of sight', async () => {
    const page = await site.visit(`/chart/${single.hash}`, { width: 390 })
    await show(page)
    await steps(page).getByRole('button', { name: 'Play' }).click()
    await eventually(() => positionText(page)).not.toBe('0:02 of 0:51')
    await page.evaluate(() => window.scrollTo(0, 0))
    await eventually(async () => {
      const before = await position(page).inputValue()
      await nextPaint(page)
      await nextPaint(page)
      return (await position(page).inputValue()) === before
    }).toBe(true)
    expect(await steps(page).getByRole('button', { name: 'Pause' }).count()).toBe(1)
  })

  itLong('stores the chosen speed', async () => {
    const page = await site.visit(`/chart/${single.hash}`)
    await show(page)
    const before = await drawn(canvas(page))
    await steps(page).getByRole('radio', { name: '800' }).click()
    expect(await drawn(canvas(page))).not.toBe(before)
    await page.reload()
    await show(page)
    expect(await steps(page).getByRole('radio', { name: '800' }).getAttribute('aria-checked')).toBe('true')
  })

  itLong('shows an error for steps that are invalid or missing, and retries', async () => {
    const page = await site.visit(`/chart/${broken.hash}`)
    await steps(page).getByRole('checkbox').check()
    const alert = steps(page).getByRole('alert')
    await alert.getByText('Failed to load steps', { exact: true }).waitFor()
    await alert.getByText(/^Invalid response from \/media\//).waitFor()
    await page.route('**/media/**', (route) => route.fulfill({ json: someSteps(4, 2) }))
    await alert.getByRole('button', { name: 'Retry' }).click()
    await steps(page).getByRole('button', { name: 'Play' }).waitFor()

    await page.unrouteAll({ behavior: 'wait' })
    await page.goto(`${site.url}/chart/${lost.hash}`)
    await steps(page).getByRole('checkbox').check()
    await alert.getByText('Request failed with status code 404', { exact: true }).waitFor()
    site.takeErrors()
  })

  it.each(
    isLong
      ? ([
          ['double', double],
          ['single', single],
        ] as const)
      : [],
  )('has no axe violations, on a phone and on a wide screen, dark and light: %s', async (_name, chart) => {
    for (const [width, theme] of [
      [1280, 'arrow-blue'],
      [390, 'winter'],
    ] as const) {
      const page = await site.visit(`/chart/${chart.hash}`, { width })
      await show(page)
      const dark = await drawn(canvas(page))
      await applyTheme(page, theme)
      if (theme === 'winter') await eventually(() => drawn(canvas(page))).not.toBe(dark)
      expect([width, await violations(page), await horizontalOverflow(page)]).toEqual([width, [], 0])
    }
  })
})
