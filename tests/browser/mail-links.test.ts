import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { itLong } from '../length.ts'
import { call, newPlayer } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { expectClean } from './expect-clean.ts'
import { addressOf, errorOf } from './find.ts'
import { mailTo, pathIn } from './mails.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const password = 'correct horse'
const dead = 'This link has expired or was already used. Request a new one.'

function pathOf(link: string): string {
  const { pathname, search } = new URL(link)
  return pathname + search
}

describe.skipIf(noBrowser)('links in mails', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
  const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })
  async function register(page: Page, alias: string): Promise<void> {
    await page.getByLabel('Email').fill(`${alias}@example.com`)
    await page.getByLabel('Alias').fill(alias)
    await page.getByLabel('Password').fill(password)
    await page.getByLabel('I agree').check()
    await button(page, 'Create Account').click()
    await heading(page, 'Check Your Email!').waitFor()
  }

  it('verify the address of a new player, after which the notices disappear', async () => {
    const page = await site.visit('/register')
    await register(page, 'ana')
    await expectClean(page)
    // The settings show the notice too.
    await page.goto(`${site.url}/profile`)
    await page.getByText('Please verify your email.').waitFor()
    await expectClean(page)

    const link = site.url + pathIn(await mailTo(site.dataDir, 'ana@example.com', 'Verify your email'))
    await page.goto(link)
    await page.getByText('Confirm that this email belongs to you, ana.').waitFor()
    await expectClean(page)
    // Opening the link alone, as mail programs do, verifies nothing.
    const token = await page.evaluate(() => localStorage.getItem('authToken'))
    const { body } = await call(`${site.url}/api/user`, { token: token ?? '' })
    expect(body).toMatchObject({ emailVerifiedAt: null })
    await button(page, 'Verify Email').click()
    await heading(page, 'Email Verified').waitFor()
    await expectClean(page)
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBe(token)
    // A used link of a verified address needs no action.
    await page.goto(link)
    await page.getByText("Your email is already verified, ana. You're signed in.").waitFor()
    const phone = await site.visit(pathOf(link), { width: 390 })
    await phone.getByText('Your email is already verified. Sign in to continue.').waitFor()
    expect(await phone.getByText('Resend').count()).toBe(0)
    await phone.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
    await eventually(() => addressOf(phone)).toBe('/login')
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await eventually(() => addressOf(page)).toBe('/')
    await page.getByRole('button', { name: 'ana' }).waitFor()

    await page.goto(`${site.url}/profile`)
    await heading(page, 'Edit Profile').waitFor()
    expect(await page.getByText('Please verify your email.').count()).toBe(0)
    // A verified player is redirected from the registration page.
    await page.goto(`${site.url}/register`)
    await eventually(() => addressOf(page)).toBe('/')
  })

  itLong('ask for the password on another device, and keep what the player has created', async () => {
    const player = await newPlayer(site.url, 'nora')
    const link = pathIn(await mailTo(site.dataDir, 'nora@example.com', 'Verify your email'))
    const phone = await site.visit(link, { width: 390 })
    await phone.getByText('Enter the password of nora to verify your email.').waitFor()
    await expectClean(phone)
    await phone.getByLabel('Password').fill('wrong horse')
    await button(phone, 'Verify Email').click()
    await eventually(() => errorOf(phone, 'Password')).toBe('Wrong password')
    await phone.getByLabel('Password').fill(password)
    await button(phone, 'Verify Email').click()
    await phone.getByText("Your email is verified, nora. You're signed in.").waitFor()
    expect((await call(`${site.url}/v1/auth-check`, { token: player.key })).status).toBe(200)
  })

  itLong(
    'let the owner of an address take over an account that somebody else registered with it',
    async () => {
      const thief = await newPlayer(site.url, 'thief')
      const link = pathIn(await mailTo(site.dataDir, 'thief@example.com', 'Verify your email'))
      const page = await site.visit(link)
      await button(page, "I Don't Know the Password").click()
      await page.getByText('Choose a new password for thief.').waitFor()
      await expectClean(page)
      await page.getByLabel('New password').fill('12345')
      await button(page, 'Set Password and Verify').click()
      await eventually(() => errorOf(page, 'New password')).toBe(
        'Password must be at least 6 characters long',
      )
      await page.getByLabel('New password').fill('another blue lamp')
      await button(page, 'Set Password and Verify').click()
      await page.getByText("Your email is verified, thief. You're signed in.").waitFor()
      expect((await call(`${site.url}/v1/auth-check`, { token: thief.key })).status).toBe(401)
      expect((await call(`${site.url}/api/user`, { token: thief.token })).status).toBe(401)
    },
  )

  itLong('keep another signed-in player signed in, and say so', async () => {
    await newPlayer(site.url, 'guest')
    const { token } = await newPlayer(site.url, 'host')
    const link = pathIn(await mailTo(site.dataDir, 'guest@example.com', 'Verify your email'))
    const page = await site.visit(link, { token })
    await page.getByText("This link is for guest, but you're signed in as host.").waitFor()
    await expectClean(page)
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBe(token)
    await button(page, 'Sign Out to Continue').click()
    await page.getByText('Enter the password of guest to verify your email.').waitFor()
    expect(addressOf(page)).toBe(link)
  })

  itLong('are sent again at most every thirty seconds; a broken link says so', async () => {
    const page = await site.visit('/register')
    await register(page, 'bea')
    await button(page, 'Resend Verification Email').click()
    await page.getByRole('button', { name: /^Resend in (30|29|28) s$/ }).waitFor()
    expect(await page.getByRole('button', { name: /^Resend in/ }).isDisabled()).toBe(true)

    await page.goto(`${site.url}/verify-email?token=broken`)
    await heading(page, 'Email Verification Failed').waitFor()
    await page.getByRole('alert').getByText(dead).waitFor()
    await button(page, 'Resend Verification Email').waitFor()
    await expectClean(page)
    await page.goto(`${site.url}/verify-email`)
    await page.getByRole('alert').getByText('Invalid verification link').waitFor()

    for (const [path, way] of [
      ['/confirm-email', '/profile?section=profile'],
      ['/confirm-deletion', '/profile?section=your-data'],
    ] as const) {
      await page.goto(`${site.url}${path}?token=broken`)
      await page.getByRole('alert').getByText(dead).waitFor()
      await expectClean(page)
      await page.getByRole('link', { name: /^Go to/ }).click()
      await eventually(() => addressOf(page)).toBe(way)
    }
    site.takeErrors()
  })

  it('let a player reset a forgotten password, then sign in and redirect home', async () => {
    await newPlayer(site.url, 'cleo')
    const page = await site.visit('/forgot-password')
    await button(page, 'Send Reset Link').click()
    await eventually(() => errorOf(page, 'Email')).toBe('Email is required')
    await page.clock.install()
    await page.getByLabel('Email').fill('cleo@example.com')
    await button(page, 'Send Reset Link').click()
    await heading(page, 'Check Your Email').waitFor()
    await page
      .getByRole('timer')
      .getByText(/^(60:00|59:5\d)$/)
      .waitFor()
    await expectClean(page)
    // One hour later.
    await page.clock.fastForward('01:00:00')
    await page.getByText('The link has expired.').waitFor()
    await page.getByRole('link', { name: 'Back to Sign In' }).click()
    await eventually(() => addressOf(page)).toBe('/login')

    const link = site.url + pathIn(await mailTo(site.dataDir, 'cleo@example.com', 'Reset your password'))
    await page.goto(link)
    await heading(page, 'Reset Password').waitFor()
    await expectClean(page)
    await page.getByLabel('New password').fill('12345')
    await button(page, 'Reset Password').click()
    await eventually(() => errorOf(page, 'New password')).toBe('Password must be at least 6 characters long')
    await page.getByLabel('New password').fill('another blue lamp')
    await page.getByLabel('Confirm password').fill('another blue camp')
    await button(page, 'Reset Password').click()
    await eventually(() => errorOf(page, 'Confirm password')).toBe('Passwords do not match')
    await page.getByLabel('Confirm password').fill('another blue lamp')
    await button(page, 'Reset Password').click()
    await heading(page, 'Password Changed').waitFor()
    await page.getByRole('button', { name: 'cleo' }).waitFor()
    await page.clock.fastForward('00:11')
    await eventually(() => addressOf(page)).toBe('/')

    // The link works once; the form is not shown again.
    await page.goto(link)
    await page.getByRole('alert').getByText(dead).waitFor()
    expect(await page.getByLabel('New password').count()).toBe(0)
    await page.getByRole('link', { name: 'Request a New Password Reset' }).click()
    await eventually(() => addressOf(page)).toBe('/forgot-password')
  })

  itLong("change an account's address after both the old and the new one are confirmed", async () => {
    const page = await site.visit('/register')
    await register(page, 'dora')
    await page.goto(site.url + pathIn(await mailTo(site.dataDir, 'dora@example.com', 'Verify your email')))
    await button(page, 'Verify Email').click()
    await heading(page, 'Email Verified').waitFor()
    await page.goto(`${site.url}/profile?section=profile`)
    await expectClean(page)
    await page.getByLabel('New email').fill('dora@new.example')
    await button(page, 'Change Email').click()
    await page.getByText("Your email becomes dora@new.example once you've used both links.").waitFor()
    await expectClean(page)

    await page.goto(
      site.url + pathIn(await mailTo(site.dataDir, 'dora@new.example', 'Confirm your new email')),
    )
    await button(page, 'Confirm').click()
    await heading(page, 'One More Link').waitFor()
    await page.goto(
      site.url + pathIn(await mailTo(site.dataDir, 'dora@example.com', 'Confirm your email change')),
    )
    await expectClean(page)
    await button(page, 'Confirm').click()
    await heading(page, 'Email Changed').waitFor()
    await page.goto(`${site.url}/profile?section=profile`)
    await page.getByText('Currently dora@new.example.').waitFor()
  })

  it('can be requested when the link has no token', async () => {
    const page = await site.visit('/reset-password')
    await page
      .getByRole('alert')
      .getByText('Invalid or missing reset token. Please request a new password reset.')
      .waitFor()
    await expectClean(page)
    await page.getByRole('link', { name: 'Request a New Password Reset' }).click()
    await eventually(() => addressOf(page)).toBe('/forgot-password')
  })
})
