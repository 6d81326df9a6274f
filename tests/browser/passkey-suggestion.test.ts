import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { itLong } from '../length.ts'
import { call, newPlayer } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { expectClean } from './expect-clean.ts'
import { addressOf } from './find.ts'
import { mailTo } from './mails.ts'
import { forgetSession } from './passkey-visits.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

describe.skipIf(noBrowser)('the suggestion of a passkey', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const suggestion = (page: Page) => page.getByRole('heading', { name: 'Sign In Without a Password?' })
  const account = (page: Page, alias: string) => page.getByRole('button', { name: alias })
  /** Signs in from a guarded page. */
  const logIn = async (page: Page, alias: string) => {
    await forgetSession(page)
    await page.goto(`${site.url}/profile?section=api-keys`)
    await page.getByLabel('Email').fill(`${alias}@example.com`)
    await page.getByLabel('Password').fill('correct horse')
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  }
  const arrives = (page: Page) => eventually(() => addressOf(page)).toBe('/profile?section=api-keys')

  it('is shown after signing in with a password, hidden for seven days after Not now, and leads back', async () => {
    await newPlayer(site.url, 'ada')
    const page = await site.visit('/', { passkeySuggested: true })
    await logIn(page, 'ada')
    await suggestion(page).waitFor()
    await expectClean(page)
    await page.getByRole('button', { name: 'Not now' }).click()
    await arrives(page)
    await logIn(page, 'ada')
    await arrives(page)

    const eightDaysAgo = new Date(Date.now() - 8 * 24 * 3600 * 1000).toISOString()
    await page.evaluate((at) => localStorage.setItem('passkeySuggestionDismissedAt', at), eightDaysAgo)
    await logIn(page, 'ada')
    await suggestion(page).waitFor()
  })

  it('creates a passkey, and is not shown to players who have one', async () => {
    const player = await newPlayer(site.url, 'ben')
    const page = await site.visit('/', { passkeySuggested: true }, addAuthenticator)
    await logIn(page, 'ben')
    await suggestion(page).waitFor()
    await page.getByRole('button', { name: 'Set Up Passkey' }).click()
    await arrives(page)
    const { body } = await call(`${site.url}/api/passkeys`, { token: player.token })
    expect(body).toMatchObject({ passkeys: [{ name: 'Chrome on Linux' }] })
    await logIn(page, 'ben')
    await arrives(page)
    await account(page, 'ben').waitFor()
  })

  itLong('stays open with the error when creating fails', async () => {
    await newPlayer(site.url, 'cat')
    const page = await site.visit('/', { passkeySuggested: true }, async (fresh) => {
      await (await addAuthenticator(fresh)).setUserVerified(false)
    })
    await logIn(page, 'cat')
    await page.getByRole('button', { name: 'Set Up Passkey' }).click()
    await page.getByText('Passkey operation was cancelled or not allowed').waitFor()
    await page.getByRole('button', { name: 'Not now' }).click()
    await arrives(page)
  })

  const register = async (page: Page, alias: string) => {
    await page.goto(`${site.url}/register`)
    await page.getByLabel('Email').fill(`${alias}@example.com`)
    await page.getByLabel('Alias').fill(alias)
    await page.getByLabel('Password').fill('correct horse')
    await page.getByLabel('I agree').check()
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.getByRole('heading', { name: 'Check Your Email!' }).waitFor()
  }

  itLong('is shown after the registration, and not again after it was skipped there', async () => {
    const page = await site.visit('/', {}, addAuthenticator)
    await register(page, 'eve')
    await suggestion(page).waitFor()
    await expectClean(page)
    await page.getByRole('button', { name: 'Set Up Passkey' }).click()
    await page.getByText('Passkey added.').waitFor()
    await mailTo(site.dataDir, 'eve@example.com', 'A passkey was added')

    await forgetSession(page)
    await register(page, 'fay')
    await page.getByRole('button', { name: 'Not now' }).click()
    expect(await suggestion(page).count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('passkeySetupSkipped'))).toBe('true')
    await forgetSession(page)
    await register(page, 'gus')
    expect(await suggestion(page).count()).toBe(0)
  })

  itLong('disappears when the session ends in another tab', async () => {
    const { token } = await newPlayer(site.url, 'dan')
    const page = await site.visit('/', { passkeySuggested: true })
    await logIn(page, 'dan')
    await suggestion(page).waitFor()
    const other = await page.context().newPage()
    await other.goto(site.url)
    await account(other, 'dan').click()
    await other.getByRole('button', { name: 'Logout' }).click()
    await page.getByLabel('Email').waitFor()
    expect(await suggestion(page).count()).toBe(0)
    expect((await call(`${site.url}/api/user`, { token })).status).toBe(200)
  })
})
