import { deferred } from '@stepledger/services/platform/async/deferred-in-tests.ts'
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { itLong, withLong } from '../length.ts'
import { call, newPlayer } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { expectClean } from './expect-clean.ts'
import { addressOf, boardChoice, errorOf } from './find.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const email = 'ada@example.com'
const password = 'correct horse'

describe.skipIf(noBrowser)('a session', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
    await newPlayer(site.url, 'ada')
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const logIn = async (page: Page, secret = password) => {
    const submit = page.getByRole('main').getByRole('button', { name: 'Login' })
    // The registration, which a link may be leaving, has fields of the same names.
    await submit.waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(secret)
    await submit.click()
  }
  const account = (page: Page) => page.getByRole('button', { name: 'ada' })
  const stored = (page: Page) =>
    page.evaluate(() => ['authToken', 'user'].map((key) => localStorage.getItem(key) !== null))

  it('does not start with empty fields, a wrong password or a failed request, and the page says why', async () => {
    const page = await site.visit('/login')
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await eventually(() => errorOf(page, 'Email')).toBe('Email is required')
    expect(await errorOf(page, 'Password')).toBe('Password is required')

    await logIn(page, 'wrong horse')
    const alert = page.getByRole('main').getByRole('alert')
    await eventually(() => alert.allInnerTexts()).toEqual(['Wrong email or password'])
    expect(addressOf(page)).toBe('/login')

    await page.route('**/api/login', (route) => route.abort())
    await logIn(page)
    await eventually(() => alert.allInnerTexts()).toEqual([
      'Login failed. Please try again.\n\nNetwork error',
    ])
    expect(await stored(page)).toEqual([false, false])
    expect(site.takeErrors().every((text) => text.includes('ERR_FAILED'))).toBe(true)
  })

  it('is required on guarded pages, remembered on request, and leads back after signing in', async () => {
    const page = await site.visit('/profile?section=api-keys')
    await eventually(() => addressOf(page)).toBe('/login')
    const sent = page.waitForRequest('**/api/login')
    await page.getByLabel('Remember me').check()
    await logIn(page)
    await page.getByRole('heading', { name: 'API Keys' }).waitFor()
    expect(addressOf(page)).toBe('/profile?section=api-keys')
    expect((await sent).postDataJSON()).toMatchObject({ email, rememberMe: true })
    expect(await stored(page)).toEqual([true, true])
  })

  it.each(withLong(['/user'], ['/pack-uploader', '/admin', '/profile']))(
    'is required on %s',
    async (path) => {
      const page = await site.visit(path)
      await eventually(() => addressOf(page)).toBe('/login')
      await logIn(page)
      await eventually(() => addressOf(page)).toBe(path)
      await account(page).waitFor()
    },
  )

  itLong('leads back to a public page after signing in, also by way of the registration', async () => {
    const page = await site.visit('/help?lb=ex#scoring')
    await page.getByRole('link', { name: 'Register' }).first().click()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await page.getByRole('link', { name: 'Create one here' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await logIn(page)
    await eventually(() => addressOf(page)).toBe('/help?lb=ex#scoring')

    const phone = await site.visit('/packs?search=a', { width: 390 })
    await phone.getByRole('button', { name: 'Menu' }).click()
    await phone.getByRole('dialog').getByRole('link', { name: 'Login' }).click()
    await logIn(phone)
    await eventually(() => addressOf(phone)).toBe('/packs?search=a')
  })

  itLong('never redirects to another site, whatever the address', async () => {
    const { host } = new URL(site.url)
    for (const path of [
      '//evil.example/profile',
      '/\\evil.example/profile',
      '/login?from=https://evil.example&next=//evil.example#//evil.example',
    ]) {
      const page = await site.visit('/')
      // page.goto normalises addresses, so the page navigates by itself.
      await page.evaluate((address) => location.assign(location.origin + address), path)
      await page.getByRole('link', { name: 'Login' }).first().click()
      await logIn(page)
      await eventually(() => addressOf(page)).toBe('/')
      await account(page).waitFor()
      expect(new URL(page.url()).host).toBe(host)
    }
  })

  it('ends at home by Logout, from guarded and public pages', async () => {
    const { token } = await newPlayer(site.url, 'leaver')
    const page = await site.visit('/profile', { token })
    await page.getByRole('button', { name: 'leaver' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'Create Account' }).waitFor()
    expect(addressOf(page)).toBe('/')
    expect(await stored(page)).toEqual([false, false])
    await eventually(async () => (await call(`${site.url}/api/user`, { token })).status).toBe(401)
  })

  it('ends at home by Logout also on a guarded page that is still loading', async () => {
    const { token } = await newPlayer(site.url, 'hasty')
    const page = await site.visit('/privacy', { token })
    await page.getByRole('button', { name: 'hasty' }).waitFor()
    const [held, loadPage] = deferred()
    await page.route('**/assets/settings-page-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${site.url}/profile`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'hasty' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'Create Account' }).waitFor()
    expect(addressOf(page)).toBe('/')
    loadPage()
  })

  it('is checked on load while the page shows the stored player, and cleared when it is no longer valid', async () => {
    const page = await site.visit('/privacy', { token: 'st_gone' })
    await page.getByRole('heading', { name: 'Login' }).waitFor()
    expect([addressOf(page), await stored(page)]).toEqual(['/login', [false, false]])
    await logIn(page)
    await eventually(() => addressOf(page)).toBe('/privacy')
    await account(page).waitFor()

    const [held, answer] = deferred()
    await page.route('**/api/user', async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    await account(page).waitFor()
    // Without a stored player it waits.
    await page.evaluate(() => localStorage.removeItem('user'))
    await page.reload()
    await page.getByRole('status').getByText('Loading…').waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    answer()
    await account(page).waitFor()
    expect(addressOf(page)).toBe('/privacy')
  })

  it.each(
    withLong<[string, (route: Route) => Promise<void>]>(
      [['an outage', (route) => route.abort()]],
      [['an error of the server', (route) => route.fulfill({ status: 500, json: { error: 'Broken' } })]],
    ),
  )('survives %s: pages stay, guarded ones wait without a stored player', async (_what, fail) => {
    const page = await site.visit('/login')
    await logIn(page)
    await account(page).waitFor()
    await page.goto(`${site.url}/privacy`)
    await page.route('**/api/user', fail)
    await page.reload()
    await page.getByRole('heading', { name: 'Privacy Policy' }).waitFor()
    await account(page).waitFor()
    await page.goto(`${site.url}/profile?section=api-keys`)
    await page.getByRole('heading', { name: 'API Keys' }).waitFor()
    await page.evaluate(() => localStorage.removeItem('user'))
    await page.reload()
    await page.getByRole('heading', { name: "We can't reach the server right now" }).waitFor()
    await expectClean(page)
    expect([addressOf(page), (await stored(page))[0]]).toEqual(['/profile?section=api-keys', true])
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('heading', { name: 'API Keys' }).waitFor()
    site.takeErrors()
  })

  itLong("offers no sign-up while a stored session can't be checked", async () => {
    const { token } = await newPlayer(site.url, 'maybe')
    for (const width of [1280, 390] as const) {
      const page = await site.visit('/', { token, width }, (page) =>
        page.route('**/api/user', (route) => route.abort()),
      )
      await page.getByRole('contentinfo').waitFor()
      if (width === 390) await page.getByRole('button', { name: 'Menu' }).click()
      for (const name of ['Create Account', 'Register', 'Login'])
        expect([name, await page.getByRole('link', { name }).count()]).toEqual([name, 0])
      if (width === 390) await page.keyboard.press('Escape')
      await page.unrouteAll({ behavior: 'wait' })
      await page.getByRole('heading', { name: 'Welcome, maybe' }).waitFor()
    }
    site.takeErrors()
  })

  it('ends in all tabs when the server refuses it: guarded pages go to the login, others stay', async () => {
    const { token } = await newPlayer(site.url, 'refused')
    const page = await site.visit('/profile?section=leaderboards', { token })
    const other = await page.context().newPage()
    await other.goto(`${site.url}/help`)
    await other.getByRole('button', { name: 'refused' }).waitFor()

    await call(`${site.url}/api/logout`, { token, method: 'POST' })
    await page.bringToFront()
    await page.getByRole('link', { name: 'API Keys' }).click()

    await eventually(() => addressOf(page)).toBe('/login')
    await other.getByRole('link', { name: 'Login' }).waitFor()
    expect([addressOf(other), await stored(page)]).toEqual(['/help', [false, false]])
    await logIn(page)
    await eventually(() => addressOf(page)).toBe('/profile?section=api-keys')
  })

  itLong('is shared between tabs, and so are board and theme', async () => {
    const page = await site.visit('/login')
    const other = await page.context().newPage()
    await other.goto(site.url)

    // Background tabs render once a second, which delays clicks.
    await page.bringToFront()
    await logIn(page)
    await account(other).waitFor()
    await page.goto(`${site.url}/user`)
    await other.bringToFront()
    await other.goto(`${site.url}/user`)
    await boardChoice(other, 'ITG').click()
    await eventually(() => boardChoice(page, 'ITG').getAttribute('aria-checked')).toBe('true')
    await page.bringToFront()
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('radio', { name: 'Dracula' }).check()
    await eventually(() => other.locator('html').getAttribute('data-theme')).toBe('dracula')
    await other.bringToFront()
    await account(other).click()
    await other.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'Create Account' }).waitFor()
  })
})
