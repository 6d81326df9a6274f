import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newPlayer } from '../system/client.ts'
import { rowOf } from './find.ts'
import { sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { widths } from './visits.ts'

describe.skipIf(noBrowser)('motion', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
    await sendPlay(site.url, await newPlayer(site.url, 'ada'), { chart: smallChart(1), seed: 1 })
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  it.each([
    ['moves a little when a play lands', false],
    ['moves not at all for who wants less motion', true],
  ])('%s', async (_name, reducedMotion) => {
    for (const width of widths) {
      const page = await site.visit('/', { width, reducedMotion })
      await page.locator('a[href^="/play/"]').first().waitFor()
      // Another player each time: neighbouring plays of one are one row.
      const player = await newPlayer(site.url, `dancer${width}${reducedMotion}`)
      const { playId } = await sendPlay(site.url, player, {
        chart: smallChart(20),
        seed: width + (reducedMotion ? 1 : 0),
      })
      const row = rowOf(page, playId)
      await row.locator('.fresh').waitFor()
      const styles = await row.evaluate((el) =>
        [el, ...el.children].map((part) => {
          const { animationName, transitionDuration } = getComputedStyle(part)
          return `${animationName} ${transitionDuration}`
        }),
      )
      if (reducedMotion) expect(new Set(styles)).toEqual(new Set(['none 0s']))
      else expect(styles).toContain('wash, land 0s')
      if (reducedMotion) expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
      await page.context().close()
    }
  })

  it('loading states and menus have no animation with reduced motion', async () => {
    const page = await site.visit('/', { reducedMotion: true, width: 390 }, (page) =>
      page.route('**/api/blueshift', () => new Promise(() => {})),
    )
    await page.locator('.skeleton').first().waitFor()
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    const menu = page.getByRole('button', { name: 'Menu' })
    expect(await menu.evaluate((button) => getComputedStyle(button).transitionProperty)).toBe('none')
    await menu.click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
})
