import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { itLong, withLong } from '../length.ts'
import { newPlayer, type Player } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { addressOf, panel, rowOf } from './find.ts'
import { sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { widths } from './visits.ts'

describe.skipIf(noBrowser)('a row of a score', () => {
  let site: Site
  let ada: Player
  let playId: number
  const chart = smallChart(1)
  beforeAll(async () => {
    site = await openSite()
    ada = await newPlayer(site.url, 'ada')
    ;({ playId } = await sendPlay(site.url, ada, { chart, seed: 1 }))
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const places = () =>
    withLong<[place: string, path: string, title: string]>(
      [
        ['the home page', '/', 'Recent Scores'],
        ['the leaderboard of a chart', `/chart/${chart.hash}`, 'Leaderboards'],
      ],
      [
        ['a profile', `/user/${ada.id}`, 'Recent Scores'],
        ['the recent scores of a chart', `/chart/${chart.hash}`, 'Recent Scores'],
      ],
    )

  /** The grade is no link, so it stands for the row. */
  const open = async (path: string, title: string, width: 1280 | 390) => {
    const page = await site.visit(path, { width })
    const row = rowOf(panel(page, title), playId)
    const grade = row.locator('.gr')
    await grade.waitFor()
    return { page, row, grade }
  }
  const opensInTab = async (page: Page, act: () => Promise<unknown>) => {
    const [tab] = await Promise.all([page.context().waitForEvent('page'), act()])
    await eventually(() => addressOf(tab)).toBe(`/play/${playId}`)
    await tab.close()
  }

  it.each(widths)('opens the play with a click anywhere, %i px wide', async (width) => {
    for (const [place, path, title] of places()) {
      const { page, grade } = await open(path, title, width)
      await grade.click()
      await eventually(async () => [place, addressOf(page)]).toEqual([place, `/play/${playId}`])
      await page.goBack()
      await grade.waitFor()
    }
  })

  itLong('opens a tab of its own with a middle click, or with Ctrl', async () => {
    for (const [, path, title] of places()) {
      const { page, grade } = await open(path, title, 1280)
      await opensInTab(page, () => grade.click({ button: 'middle' }))
      await opensInTab(page, () => grade.click({ modifiers: ['Control'] }))
      expect(addressOf(page)).toBe(path)
    }
  })

  itLong('waits under a pointer behind a button that covers nothing', async () => {
    const { page, grade } = await open('/', 'Recent Scores', 1280)
    await grade.hover()
    const ben = await newPlayer(site.url, 'ben')
    await sendPlay(site.url, ben, { chart, seed: 2 })
    const button = panel(page, 'Recent Scores').getByRole('button', { name: '1 new score' })
    await button.waitFor()
    const [shown, table] = [await button.boundingBox(), await page.locator('table').first().boundingBox()]
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(table?.y ?? 0)
    await button.click()
    await eventually(() => panel(page, 'Recent Scores').locator('tbody tr').count()).toBe(2)
  })

  it('leaves the links in it alone, and has one to the play for the keyboard', async () => {
    const { page, row } = await open('/', 'Recent Scores', 1280)
    await row.getByRole('link', { name: 'ada' }).click()
    await eventually(() => addressOf(page)).toBe(`/user/${ada.id}`)
    await page.goBack()
    const link = row.locator(`a[href="/play/${playId}"]`)
    await link.focus()
    await page.keyboard.press('Enter')
    await eventually(() => addressOf(page)).toBe(`/play/${playId}`)
  })
})
