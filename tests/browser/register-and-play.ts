import { expect } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { submit } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { panel, rowOf } from './find.ts'
import { smallChart } from './scores.ts'
import type { BrowsedSite } from './site.ts'

const password = 'correct horse'

/** A new player registers, creates an API key, plays, and sees the play on every page live, without a reload. */
export async function registerAndPlay(site: BrowsedSite, width: 1280 | 390): Promise<void> {
  const alias = `newcomer${width}`
  const page = await site.visit('/', { width })
  await page.getByRole('link', { name: 'Create Account' }).click()
  await page.getByLabel('Email').fill(`${alias}@example.com`)
  await page.getByLabel('Alias').fill(` ${alias} `)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('I agree').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByRole('heading', { name: 'Check Your Email!' }).waitFor()

  // The whole API key is shown only once.
  await page.goto(`${site.url}/profile?section=api-keys`)
  await page.getByRole('button', { name: 'Create API Key' }).click()
  const whole = page.getByText(/^sl_[\w-]{20,}$/)
  const key = (await whole.textContent()) ?? ''
  await page.reload()
  await page.getByText(new RegExp(`^${key.slice(0, 8)}…$`)).waitFor()
  expect(await whole.count()).toBe(0)

  // Home shows that one step is left; then the game submits a play.
  await page.getByRole('link', { name: 'Stepledger' }).first().click()
  await page.getByRole('link', { name: 'Finish Setup & Submit a Score' }).waitFor()
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  const body = playBody({ chart: smallChart(width), seed: width, skill: 0.8 })
  const { playId, boards } = await submit(site.url, { key }, body)
  const row = rowOf(page, playId)
  await row.getByText(alias).waitFor()
  expect(await row.getAttribute('class')).toContain('own')
  expect(await row.textContent()).toContain(`${boards[0]?.score}%`)
  await eventually(() => page.getByRole('link', { name: 'Finish Setup' }).count()).toBe(0)

  // The boards of the chart.
  await row.locator(`a[href="/chart/${body.hash}"]`).click()
  const board = rowOf(panel(page, 'Leaderboards'), playId)
  await board.getByText('#1').waitFor()
  expect(await board.textContent()).toContain(alias)
  expect(await board.locator('.sr-only').allInnerTexts()).toContain('You')

  // The play page, and from there the profile.
  await board.locator(`a[href="/play/${playId}"]`).click()
  await page.getByRole('heading', { name: String(body.songName) }).waitFor()
  await page.getByRole('slider', { name: /Offset of every step/ }).waitFor()
  await page.getByRole('main').getByRole('link', { name: alias }).click()
  await page.getByRole('heading', { name: alias }).waitFor()
  await rowOf(panel(page, 'Recent Scores'), playId).waitFor()
  expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
}
