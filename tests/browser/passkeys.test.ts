import { listPasskeys } from '@stepledger/contracts/http/passkeys.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { itLong } from '../length.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { expectClean } from './expect-clean.ts'
import { addressOf, errorOf } from './find.ts'
import { forgetSession, visitWithAuthenticator } from './passkey-visits.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import type { VirtualAuthenticator } from './virtual-authenticator.ts'

const section = '/profile?section=passkeys'
const spent = 'This took longer than 5 minutes or was already used. Please try again.'

describe.skipIf(noBrowser)('passkeys', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const nameBox = (page: Page) => page.getByRole('textbox', { name: 'Name' })
  const add = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'Add Passkey' }).click()
    await nameBox(page).fill(name)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  /** A signed-out player with a passkey, at the login page. */
  const withPasskey = async (
    alias: string,
  ): Promise<{ page: Page; key: VirtualAuthenticator; player: Player }> => {
    const player = await newPlayer(site.url, alias)
    const [page, key] = await visitWithAuthenticator(site, section, { token: player.token })
    await add(page, 'Blue key')
    await page.getByRole('listitem').getByText('Blue key').waitFor()
    await forgetSession(page)
    await page.goto(`${site.url}/login`)
    return { page, key, player }
  }
  const useKey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  const account = (page: Page, alias: string) => page.getByRole('button', { name: alias })
  const trouble = (page: Page) => page.getByRole('main').getByRole('alert').allInnerTexts()
  const passkeysOf = async ({ token }: Player) => (await call(`${site.url}/api/passkeys`, { token })).body

  it('can be added, used to sign in, renamed and deleted', async () => {
    const player = await newPlayer(site.url, 'ada')
    const [page, key] = await visitWithAuthenticator(site, '/profile', { token: player.token })
    await page.getByRole('link', { name: 'Passkey Management' }).click()
    await page.getByText('No passkeys').waitFor()
    await expectClean(page)
    await page.getByRole('button', { name: 'Add Passkey' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await eventually(() => errorOf(page, 'Name')).toBe('Please enter a name for your passkey')
    await expectClean(page)
    await nameBox(page).fill('Passkey')
    await page.getByRole('button', { name: 'Continue' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'never used' })
    await row.getByText('Chrome on Linux').waitFor()
    await row.getByText('never used · on one device, built in').waitFor()
    expect(await key.credentials()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])

    await forgetSession(page)
    await page.goto(site.url + section)
    await eventually(() => addressOf(page)).toBe('/login')
    await page.getByLabel('Remember me').check()
    const sent = page.waitForRequest('**/api/passkey/auth/complete')
    await useKey(page)
    await eventually(() => addressOf(page)).toBe(section)
    expect((await sent).postDataJSON()).toMatchObject({ rememberMe: true, timeZone: 'UTC' })

    await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
    await nameBox(page).fill('Laptop')
    await page.getByRole('button', { name: 'Save' }).click()
    const renamed = page.getByRole('listitem').filter({ hasText: 'last used' })
    await renamed.getByText('Laptop').waitFor()
    await expectClean(page)

    await page.getByRole('button', { name: 'Delete Laptop' }).click()
    const question = page.getByRole('dialog', { name: 'Delete passkey' })
    await question.waitFor()
    await expectClean(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await passkeysOf(player)).toMatchObject({ passkeys: [{ name: 'Laptop' }] })
    await page.getByRole('button', { name: 'Delete Laptop' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No passkeys').waitFor()
    expect(await passkeysOf(player)).toEqual({ passkeys: [] })
  })

  itLong('can be added and used by keyboard alone', async () => {
    const player = await newPlayer(site.url, 'keyboarder')
    const [page] = await visitWithAuthenticator(site, section, { token: player.token })
    await page.getByRole('button', { name: 'Add Passkey' }).focus()
    await page.keyboard.press('Enter')
    await eventually(() => nameBox(page).evaluate((box) => box === document.activeElement)).toBe(true)
    await page.keyboard.type('Typed')
    await page.keyboard.press('Enter')
    await page.getByRole('listitem').getByText('Typed').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await forgetSession(page)
    await page.goto(`${site.url}/login`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).focus()
    await page.keyboard.press('Enter')
    await account(page, 'keyboarder').waitFor()
  })

  itLong('show a message when the player cancels or the device already has one', async () => {
    const player = await newPlayer(site.url, 'waverer')
    const [page, key] = await visitWithAuthenticator(site, section, { token: player.token })
    await key.setUserVerified(false)
    await add(page, 'Blue key')
    await eventually(() => trouble(page)).toEqual(['Passkey operation was cancelled or not allowed'])
    await key.setUserVerified(true)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('listitem').getByText('Blue key').waitFor()
    await add(page, 'Another')
    await eventually(() => trouble(page)).toEqual(['You already have a passkey on this device'])
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await passkeysOf(player)).toMatchObject({ passkeys: [{ name: 'Blue key' }] })
  })

  itLong("don't sign in when the player cancels", async () => {
    const { page, key } = await withPasskey('canceller')
    await key.setUserVerified(false)
    await useKey(page)
    await eventually(() => trouble(page)).toEqual(['Passkey operation was cancelled or not allowed'])
    expect(addressOf(page)).toBe('/login')
    await expectClean(page)
    await key.setUserVerified(true)
    await useKey(page)
    await account(page, 'canceller').waitFor()
  })

  itLong('are not offered by a browser without support', async () => {
    const player = await newPlayer(site.url, 'oldtimer')
    const withoutPasskeys = (page: Page) =>
      page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    const page = await site.visit(section, { token: player.token }, withoutPasskeys)
    await page.getByText('Passkeys are not supported on this device or browser.').waitFor()
    expect(await page.getByRole('button', { name: 'Add Passkey' }).count()).toBe(0)
    const login = await site.visit('/login', { passkeySuggested: true }, withoutPasskeys)
    await useKey(login)
    await eventually(() => trouble(login)).toEqual(['WebAuthn is not supported in this browser'])
    await login.getByLabel('Email').fill('oldtimer@example.com')
    await login.getByLabel('Password').fill('correct horse')
    await login.getByRole('button', { name: 'Login', exact: true }).last().click()
    await eventually(() => addressOf(login)).toBe('/')
    await account(login, 'oldtimer').waitFor()
  })

  itLong("unknown to the server don't sign in", async () => {
    const { page, player } = await withPasskey('forgotten')
    const [passkey] = listPasskeys.answer.parse(await passkeysOf(player)).passkeys
    await call(`${site.url}/api/passkey/${passkey?.id}`, { token: player.token, method: 'DELETE' })
    await useKey(page)
    await eventually(() => trouble(page)).toEqual(['No passkeys found for this device'])
  })

  it('sign a challenge that is valid once', async () => {
    const { page } = await withPasskey('replayer')
    const [started, sent] = [
      page.waitForResponse('**/api/passkey/auth/start'),
      page.waitForRequest('**/api/passkey/auth/complete'),
    ]
    await useKey(page)
    await account(page, 'replayer').waitFor()
    const body = (await sent).postDataJSON()
    const again = await call(`${site.url}/api/passkey/auth/complete`, { body })
    expect([again.status, again.body]).toEqual([401, { error: spent }])

    const json = await (await started).json()
    await forgetSession(page)
    await page.goto(`${site.url}/login`)
    await page.route('**/api/passkey/auth/start', (route) => route.fulfill({ json }))
    await useKey(page)
    await eventually(() => trouble(page)).toEqual([spent])
  })

  itLong('with a decreasing counter are refused with the reason', async () => {
    const { page, key } = await withPasskey('copied')
    const [copy] = await key.credentials()
    if (!copy) throw new Error('no passkey')
    await useKey(page)
    await account(page, 'copied').waitFor()
    await forgetSession(page)
    await page.goto(`${site.url}/login`)
    await key.addCredential(copy)
    await useKey(page)
    await eventually(() => trouble(page)).toEqual([
      'This passkey may have been copied. Sign in with your password and delete it.',
    ])
  })

  itLong('work on their own host only', async () => {
    const { page, key } = await withPasskey('traveller')
    const [own] = await key.credentials()
    if (!own) throw new Error('no passkey')
    const elsewhere = site.url.replace('localhost', '127.0.0.1')
    await page.goto(`${elsewhere}/login`)
    await useKey(page)
    await eventually(async () => (await trouble(page)).join()).toContain(
      'Failed to authenticate with passkey',
    )

    const [other, otherKey] = await visitWithAuthenticator(site, '/login')
    await otherKey.addCredential({ ...own, rpId: 'elsewhere.example' })
    await useKey(other)
    await eventually(() => trouble(other)).toEqual(['Passkey operation was cancelled or not allowed'])
  })

  itLong('can be listed again with Retry after an error', async () => {
    const player = await newPlayer(site.url, 'retrier')
    const page = await site.visit('/profile?section=leaderboards', { token: player.token })
    await page.route('**/api/passkeys', (route) => route.fulfill({ status: 500 }))
    await page.getByRole('link', { name: 'Passkey Management' }).click()
    await eventually(async () => (await trouble(page)).join()).toContain('Failed to load passkey information')
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('No passkeys').waitFor()
    expect(site.takeErrors().every((text) => text.includes('500'))).toBe(true)
  })
})
