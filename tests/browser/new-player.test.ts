import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newPlayer } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { addressOf, errorOf } from './find.ts'
import { violations } from './page-checks.ts'
import { registerAndPlay } from './register-and-play.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { widths } from './visits.ts'

const password = 'correct horse'

describe.skipIf(noBrowser)('a new player', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  it('finds empty states that say what is missing and what it is for', async () => {
    const page = await site.visit('/')
    const scores = page.getByRole('region', { name: 'Scores' })
    await eventually(() => scores.getByRole('definition').allTextContents()).toEqual([
      'No recent scores available',
      'No leaderboard data available',
      'No charts available',
    ])
    await scores.getByText('npm run seed').waitFor()
    await page.getByRole('link', { name: 'What Is Stepledger?' }).waitFor()
    await page.getByText('hosts no audio and no pack downloads').waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('gets a validation error at each field', async () => {
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

  it("can't register a taken alias or address, and the field gets the focus", async () => {
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

  it.each(widths)(
    'registers, creates an API key, plays, and sees the play everywhere live, %i px wide',
    async (width) => {
      await registerAndPlay(site, width)
    },
  )
})
