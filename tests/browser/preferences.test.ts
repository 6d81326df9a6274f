import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { itLong } from '../length.ts'
import { newPlayer } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { addressOf, boardChoice } from './find.ts'
import { horizontalOverflow, resize } from './page-checks.ts'
import { sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const chart = smallChart(1)
const themeNames = [
  'Default (Dark)',
  'Default (Light)',
  'Arrow Red',
  'Cyberpunk',
  'Dark',
  'Cupcake',
  'Retro',
  'Lofi',
  'Synthwave',
  'Valentine',
  'Halloween',
  'Garden',
  'Forest',
  'Business',
  'Acid',
  'Luxury',
  'Dracula',
  'Night',
  'Coffee',
  'Bumblebee',
]

describe.skipIf(noBrowser)('preferences stored in the browser', () => {
  let site: Site
  let playId: number
  beforeAll(async () => {
    site = await openSite()
    const sent = await sendPlay(site.url, await newPlayer(site.url, 'ada'), { chart, seed: 1, skill: 0.7 })
    playId = sent.playId
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  describe('the active leaderboard', () => {
    it('comes from the address first, where Money means ITG, and is stored only when chosen', async () => {
      const page = await site.visit(`/chart/${chart.hash}?lb=money`)
      const kept = () => page.evaluate(() => localStorage.getItem('activeLeaderboard'))
      const boards = page.getByRole('radiogroup', { name: 'Leaderboard' })
      const checked = () => boards.getByRole('radio', { checked: true }).allInnerTexts()
      await eventually(checked).toEqual(['ITG', 'ITG'])
      expect(await kept()).toBe(null)

      await boardChoice(page, 'EX').click()
      await eventually(checked).toEqual(['EX', 'EX'])
      expect([await kept(), addressOf(page)]).toEqual(['EX', `/chart/${chart.hash}`])
    })

    it('is HardEX by default, changes by mouse and arrow keys, and is the same on every page', async () => {
      const page = await site.visit('/')
      // The recent scores and the overall leaderboard have a switch each.
      const checked = () => page.getByRole('radio', { checked: true }).allInnerTexts()
      await eventually(checked).toEqual(['H.EX', 'H.EX'])

      await boardChoice(page, 'H.EX').focus()
      await page.keyboard.press('ArrowRight')
      await eventually(checked).toEqual(['EX', 'EX'])
      expect(await boardChoice(page, 'EX').evaluate((el) => el === document.activeElement)).toBe(true)
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      await eventually(checked).toEqual(['ITG', 'ITG'])

      await page.getByRole('main').locator(`a[href="/play/${playId}"]`).click()
      await page.getByRole('heading', { name: chart.songName }).waitFor()
      expect(await boardChoice(page, 'ITG').getAttribute('aria-checked')).toBe('true')
      await page.reload()
      await page.getByRole('heading', { name: chart.songName }).waitFor()
      expect(await boardChoice(page, 'ITG').getAttribute('aria-checked')).toBe('true')
    })
  })

  describe('the theme', () => {
    it('is one of twenty, applies at once, is stored under `theme` and survives a reload', async () => {
      const page = await site.visit('/login')
      const theme = () => page.locator('html').getAttribute('data-theme')
      const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      await page.getByRole('button', { name: 'Theme' }).click()
      const picker = page.getByRole('dialog', { name: 'Select Theme' })
      const radios = picker.getByRole('radio')
      await radios.first().waitFor()
      expect((await picker.locator('label').allInnerTexts()).map((text) => text.trim())).toEqual(themeNames)
      expect(await picker.getByRole('radio', { name: 'Default (Dark)' }).isChecked()).toBe(true)
      const dark = await paper()

      await picker.getByRole('radio', { name: 'Default (Light)' }).check()
      await eventually(theme).toBe('winter')
      expect(await paper()).not.toBe(dark)
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('winter')
      await page.reload()
      expect(await theme()).toBe('winter')
      await page.getByRole('button', { name: 'Theme' }).click()
      const chosen = picker.getByRole('radio', { name: 'Default (Light)' })
      await eventually(() => chosen.isChecked()).toBe(true)
      await eventually(() => chosen.evaluate((radio) => radio === document.activeElement)).toBe(true)
      // The page beside the panel is not dimmed.
      const veil = await picker.evaluate((dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor)
      expect(veil).toBe('rgba(0, 0, 0, 0)')
      expect((await picker.boundingBox())?.width).toBeLessThan(320)
    })

    it('is chosen in a panel that fits every width', async () => {
      const page = await site.visit('/login')
      await page.getByRole('button', { name: 'Theme' }).click()
      const picker = page.getByRole('dialog', { name: 'Select Theme' })
      await picker.getByRole('radio').first().waitFor()
      for (const width of [1280, 390, 320]) {
        await resize(page, width)
        const beyond = await picker.evaluate((dialog) => {
          const { left, right } = dialog.getBoundingClientRect()
          return [...dialog.querySelectorAll('label, label *')].filter((part) => {
            const box = part.getBoundingClientRect()
            return box.left < left || box.right > right
          }).length
        })
        expect([width, beyond, await horizontalOverflow(page)]).toEqual([width, 0, 0])
      }
    })

    it('is applied before the first paint', async () => {
      const page = await site.visit('/login', { theme: 'winter' }, (page) =>
        page.addInitScript(() => {
          const themes: string[] = []
          Object.assign(window, { themes })
          new MutationObserver(() => {
            const body = document.body === null ? 'before the body' : 'after the body'
            themes.push(`${document.documentElement?.dataset.theme} ${body}`)
          }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-theme'] })
        }),
      )
      await page.getByRole('heading', { name: 'Login' }).waitFor()
      expect(
        await page.evaluate(() => Object.entries(window).find(([name]) => name === 'themes')?.[1]),
      ).toEqual(['winter before the body'])
    })

    itLong('falls back to the default when it is unknown or storage is blocked', async () => {
      const paper = async (page: Page) => {
        await page.getByRole('heading', { name: 'Login' }).waitFor()
        return page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      }
      const standard = await paper(await site.visit('/login'))
      expect(await paper(await site.visit('/login', { theme: 'winter' }))).not.toBe(standard)
      expect(await paper(await site.visit('/login', { theme: 'neon' }))).toBe(standard)
      const forbidden = await site.visit('/login', {}, (page) =>
        page.addInitScript(() => {
          Object.defineProperty(window, 'localStorage', {
            get: () => {
              throw new DOMException('denied', 'SecurityError')
            },
          })
        }),
      )
      expect(await paper(forbidden)).toBe(standard)
    })
  })
})
