import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { newPlayer, submit } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { addressOf, errorOf, panel, rowOf } from './find.ts'
import { violations } from './page-checks.ts'
import { smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const password = 'correct horse'

describe.skipIf(noBrowser)('somebody new', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  it('finds an empty house, which says what is not there yet and what it is for', async () => {
    const page = await site.visit('/')
    const words: [string, string][] = [
      ['Recent Scores', 'No recent scores available'],
      ['Overall Leaderboard', 'No leaderboard data available'],
      ['Event Charts', 'No charts available'],
    ]
    for (const [title, text] of words) await panel(page, title).getByText(text).waitFor()
    await page.getByRole('link', { name: 'What Is Stepledger?' }).waitFor()
    await page.getByText('hosts no audio and no pack downloads').waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('is told at each field what is wrong with it, in the words of the rules', async () => {
    const page = await site.visit('/register')
    const create = page.getByRole('button', { name: 'Create Account' })
    const errors = async () => ({
      email: await errorOf(page, 'Email'),
      alias: await errorOf(page, 'Alias'),
      password: await errorOf(page, 'Password'),
      privacy: await errorOf(page, 'I agree to the Privacy Policy'),
    })
    const fill = async (email: string, alias: string, secret: string) => {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Alias').fill(alias)
      await page.getByLabel('Password').fill(secret)
    }

    await create.click()

    await eventually(errors).toEqual({
      email: 'Email is required',
      alias: 'Alias is required',
      password: 'Password is required',
      privacy: 'You must agree to the Privacy Policy',
    })
    await fill('nobody', 'ab', '12345')
    await page.getByLabel('I agree').check()
    await eventually(errors).toEqual({
      email: 'Invalid email format',
      alias: 'Alias must be at least 3 characters long',
      password: 'Password must be at least 6 characters long',
      privacy: null,
    })
    await fill('nobody@example.com', 'a'.repeat(51), '123456')
    await eventually(errors).toMatchObject({
      email: null,
      alias: 'Alias must be no more than 50 characters long',
      password: null,
    })
    await page.getByLabel('Alias').fill('two words')
    await eventually(errors).toMatchObject({ alias: 'Alias must not contain spaces' })
    expect(addressOf(page)).toBe('/register')
  })

  it('cannot take what is taken, and is led to the field', async () => {
    await newPlayer(site.url, 'taken')
    const page = await site.visit('/register')
    await page.getByLabel('Email').fill('other@example.com')
    await page.getByLabel('Alias').fill('TAKEN')
    await page.getByLabel('Password').fill(password)
    await page.getByLabel('I agree').check()
    await page.getByRole('button', { name: 'Create Account' }).click()

    await eventually(() => errorOf(page, 'Alias')).toBe('This alias is already taken')
    await eventually(() => page.getByLabel('Alias').evaluate((el) => el === document.activeElement)).toBe(
      true,
    )
  })

  it.each([1280, 390] as const)(
    'registers, makes a key, plays, and sees the play everywhere by itself, %i px wide',
    async (width) => {
      const alias = `newcomer${width}`
      const page = await site.visit('/', { width })
      await page.getByRole('link', { name: 'Create Account' }).click()
      await page.getByLabel('Email').fill(`${alias}@example.com`)
      await page.getByLabel('Alias').fill(` ${alias} `)
      await page.getByLabel('Password').fill(password)
      await page.getByLabel('I agree').check()
      await page.getByRole('button', { name: 'Create Account' }).click()
      await page.getByRole('heading', { name: 'Account Ready' }).waitFor()

      // A key, whole only once.
      await page.getByRole('link', { name: 'Make an API Key' }).click()
      await page.getByRole('button', { name: 'Create API Key' }).click()
      const whole = page.getByText(/^sl_[\w-]{20,}$/)
      const key = (await whole.textContent()) ?? ''
      await page.reload()
      await page.getByText(new RegExp(`^${key.slice(0, 8)}…$`)).waitFor()
      expect(await whole.count()).toBe(0)

      // Home, told that one thing is left; then the game sends a play.
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

      // The chart's boards.
      await row.locator(`a[href="/chart/${body.hash}"]`).click()
      const board = rowOf(panel(page, 'Leaderboards'), playId)
      await board.getByText('#1').waitFor()
      expect(await board.textContent()).toContain(alias)
      expect(await board.locator('.sr-only').allInnerTexts()).toContain('You')

      // The play, and from it the profile.
      await board.locator(`a[href="/play/${playId}"]`).click()
      await page.getByRole('heading', { name: String(body.songName) }).waitFor()
      await page.getByRole('slider', { name: /Offset of every step/ }).waitFor()
      await page.getByRole('main').getByRole('link', { name: alias }).click()
      await page.getByRole('heading', { name: alias }).waitFor()
      await rowOf(page, playId).waitFor()
      expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
    },
  )
})
