import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newPlayer } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { addressOf, errorOf } from './find.ts'
import { mailTo, pathIn } from './mails.ts'
import { overhang, violations, widen } from './page-checks.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const password = 'correct horse'

describe.skipIf(noBrowser)('the links of mails', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
  const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })
  /** A page as it should be, at both widths. */
  async function isSound(page: Page) {
    for (const width of [390, 1280]) {
      await widen(page, width)
      expect(await overhang(page)).toBe(0)
      expect(await violations(page)).toEqual([])
    }
  }

  async function register(page: Page, alias: string): Promise<void> {
    await page.getByLabel('Email').fill(`${alias}@example.com`)
    await page.getByLabel('Alias').fill(alias)
    await page.getByLabel('Password').fill(password)
    await page.getByLabel('I agree').check()
    await button(page, 'Create Account').click()
    await heading(page, 'Check Your Email!').waitFor()
  }

  it('verify the address of who registers, after which nothing asks for it any more', async () => {
    const page = await site.visit('/register')
    await register(page, 'ana')
    await isSound(page)
    // Settings ask for it, too.
    await page.goto(`${site.url}/profile`)
    await page.getByText('Please verify your email.').waitFor()
    await isSound(page)

    const link = site.url + pathIn(await mailTo(site.dataDir, 'ana@example.com', 'Verify your email'))
    await page.goto(link)
    await heading(page, 'Email Verified').waitFor()
    await isSound(page)
    // Opened once more, it has been used; its reader has nothing to mend.
    await page.goto(link)
    await page.getByText('Your email is verified already, ana. You are signed in.').waitFor()
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await eventually(() => addressOf(page)).toBe('/')
    await page.getByRole('button', { name: 'ana' }).waitFor()

    await page.goto(`${site.url}/profile`)
    await heading(page, 'Edit Profile').waitFor()
    expect(await page.getByText('Please verify your email.').count()).toBe(0)
    // Who is verified has nothing to do on the page that registers.
    await page.goto(`${site.url}/register`)
    await eventually(() => addressOf(page)).toBe('/')
  })

  it('are sent again, once in thirty seconds; one that is broken says so', async () => {
    const page = await site.visit('/register')
    await register(page, 'bea')
    await button(page, 'Resend Verification Email').click()
    await page.getByRole('button', { name: /^Resend in (30|29|28) s$/ }).waitFor()
    expect(await page.getByRole('button', { name: /^Resend in/ }).isDisabled()).toBe(true)

    await page.goto(`${site.url}/verify-email?token=broken`)
    await heading(page, 'Email Verification Failed').waitFor()
    await page.getByRole('alert').getByText('This link was used already').waitFor()
    await button(page, 'Resend Verification Email').waitFor()
    await isSound(page)
    await page.goto(`${site.url}/verify-email`)
    await page.getByRole('alert').getByText('Invalid verification link').waitFor()

    for (const [path, name, way] of [
      ['/confirm-email', 'Confirm', '/profile?section=profile'],
      ['/confirm-deletion', 'Delete My Account', '/profile?section=your-data'],
    ] as const) {
      await page.goto(`${site.url}${path}?token=broken`)
      await button(page, name).click()
      await page.getByRole('alert').getByText('This link was used already').waitFor()
      await isSound(page)
      await page.getByRole('link', { name: /^Go to/ }).click()
      await eventually(() => addressOf(page)).toBe(way)
    }
    site.takeTroubles()
  })

  it('let who forgot the password choose a new one, who is signed in and led home', async () => {
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
    await isSound(page)
    // An hour later.
    await page.clock.fastForward('01:00:00')
    await page.getByText('The link has expired.').waitFor()
    await page.getByRole('link', { name: 'Back to Sign In' }).click()
    await eventually(() => addressOf(page)).toBe('/login')

    const link = site.url + pathIn(await mailTo(site.dataDir, 'cleo@example.com', 'Reset your password'))
    await page.goto(link)
    await heading(page, 'Reset Password').waitFor()
    await isSound(page)
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

    // The link works once.
    await page.goto(link)
    await page.getByLabel('New password').fill('a third lamp')
    await page.getByLabel('Confirm password').fill('a third lamp')
    await button(page, 'Reset Password').click()
    await page.getByRole('alert').getByText('This link was used already').waitFor()
    await page.getByRole('link', { name: 'Request a New Password Reset' }).click()
    await eventually(() => addressOf(page)).toBe('/forgot-password')
  })

  it('move an account to another address, once the old one and the new one were proved', async () => {
    const page = await site.visit('/register')
    await register(page, 'dora')
    await page.goto(site.url + pathIn(await mailTo(site.dataDir, 'dora@example.com', 'Verify your email')))
    await heading(page, 'Email Verified').waitFor()
    await page.goto(`${site.url}/profile?section=profile`)
    await page.getByLabel('New email').fill('dora@new.example')
    await page.getByLabel('Current password').fill('wrong horse')
    await button(page, 'Change Email').click()
    await eventually(() => errorOf(page, 'Current password')).toBe('Current password is wrong')
    await page.getByLabel('Current password').fill(password)
    await button(page, 'Change Email').click()
    await page.getByText('Your email becomes dora@new.example once both links were used.').waitFor()
    await isSound(page)

    await page.goto(
      site.url + pathIn(await mailTo(site.dataDir, 'dora@new.example', 'Confirm your new email')),
    )
    await button(page, 'Confirm').click()
    await heading(page, 'One More Link').waitFor()
    await page.goto(
      site.url + pathIn(await mailTo(site.dataDir, 'dora@example.com', 'Your email is to change')),
    )
    await isSound(page)
    await button(page, 'Confirm').click()
    await heading(page, 'Email Changed').waitFor()
    await page.goto(`${site.url}/profile?section=profile`)
    await page.getByText('Now dora@new.example.').waitFor()
  })

  it('are asked for where one is missing', async () => {
    const page = await site.visit('/reset-password')
    await page
      .getByRole('alert')
      .getByText('Invalid or missing reset token. Please request a new password reset.')
      .waitFor()
    await isSound(page)
    await page.getByRole('link', { name: 'Request a New Password Reset' }).click()
    await eventually(() => addressOf(page)).toBe('/forgot-password')
  })
})
