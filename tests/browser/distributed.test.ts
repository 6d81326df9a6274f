import { user } from '@stepledger/contracts/http/shapes/user.ts'
import { type SmtpForTests, smtpForTests } from '@stepledger/services/platform/mail/smtp-in-tests.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ownPort } from '../../scripts/services/own-port.ts'
import { call, newPlayer } from '../system/client.ts'
import { distributedSystem } from '../system/distributed-system.ts'
import { isDistributedAvailable } from '../system/engines.ts'
import type { SystemUnderTest } from '../system/system-under-test.ts'
import { eventually } from './eventually.ts'
import { addressOf } from './find.ts'
import { pathIn } from './mails.ts'
import { forgetSession, visitWithAuthenticator } from './passkey-visits.ts'
import { registerAndPlay } from './register-and-play.ts'
import { type BrowsedSite, browseSite, noBrowser } from './site.ts'
import { uploadFolder } from './upload-folder.ts'

const isHere = !noBrowser && (await isDistributedAvailable())

/** Caddy in front, each service in its own process, mails by SMTP and files in S3. */
describe.skipIf(!isHere)('on the distributed engine', () => {
  let smtp: SmtpForTests
  let system: SystemUnderTest
  let site: BrowsedSite
  beforeAll(async () => {
    smtp = await smtpForTests()
    const url = `http://localhost:${await ownPort()}`
    system = await distributedSystem({ PUBLIC_URL: url, MAIL_URL: `smtp://127.0.0.1:${smtp.port}` })
    site = await browseSite(url)
  })
  afterAll(async () => {
    await site.close()
    await system.stop()
    await system.remove()
    await smtp.stop()
  })
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })
  /** The path in the newest mail to `to` whose subject starts with this text; waits for it. */
  const linkTo = (to: string, subject: string) =>
    vi.waitUntil(
      () => {
        const mail = smtp.mails.find(
          (one) => one.subject?.startsWith(subject) && one.to && 'text' in one.to && one.to.text === to,
        )
        return mail && pathIn(mail)
      },
      { timeout: 30_000 },
    )

  it('a new player registers, creates an API key, plays, and sees the play on every page live', async () => {
    await registerAndPlay(site, 1280)
  })

  it('an uploaded folder becomes a pack that links to the page of its chart', async () => {
    const { token } = await newPlayer(site.url, 'uma')
    await system.ledger('accounts', 'grant', 'uma', 'packs.upload')
    await uploadFolder(site, token)
  })

  it('an account is registered, verified by mail, opened with a passkey, gets a picture and a new password', async () => {
    const email = 'ada@example.com'
    const [page, key] = await visitWithAuthenticator(site, '/register')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Alias').fill('ada')
    await page.getByLabel('Password').fill('correct horse')
    await page.getByLabel('I agree').check()
    await button(page, 'Create Account').click()
    await page.getByRole('heading', { name: 'Check Your Email!' }).waitFor()
    await page.goto(site.url + (await linkTo(email, 'Verify your email')))
    await button(page, 'Verify Email').click()
    await page.getByRole('heading', { name: 'Email Verified' }).waitFor()

    // Sign-in with a passkey
    await page.goto(`${site.url}/profile?section=passkeys`)
    await button(page, 'Add Passkey').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Blue key')
    await button(page, 'Continue').click()
    await page.getByRole('listitem').getByText('Blue key').waitFor()
    expect(await key.credentials()).toMatchObject([{ rpId: 'localhost' }])
    await forgetSession(page)
    await page.goto(`${site.url}/login`)
    await button(page, 'Sign in with a passkey').click()
    await eventually(() => addressOf(page)).toBe('/')

    // The picture is stored in the bucket and served in the server's encoding
    const photo = sharp({ create: { width: 900, height: 600, channels: 3, background: '#b35a1f' } })
    await page.goto(`${site.url}/profile?section=picture`)
    await button(page, 'Choose Picture').waitFor()
    const file = { name: 'me.png', mimeType: 'image/png', buffer: await photo.png().toBuffer() }
    await page.locator('input[type=file]').setInputFiles(file)
    await button(page, 'Upload').click()
    await page.getByRole('status').getByText('Picture updated').waitFor()
    const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '')
    const { profileImageUrl } = user.parse((await call(`${site.url}/api/user`, { token })).body)
    const kept = Buffer.from(await (await fetch(site.url + profileImageUrl)).arrayBuffer())
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 400 })

    // Resetting the password ends the session and deletes the passkey
    const signedIn = async () => (await call(`${site.url}/api/user`, { token })).status
    expect(await signedIn()).toBe(200)
    const other = await site.visit('/forgot-password')
    await other.getByLabel('Email').fill(email)
    await button(other, 'Send Reset Link').click()
    await other.goto(site.url + (await linkTo(email, 'Reset your password')))
    await other.getByLabel('New password').fill('another blue lamp')
    await other.getByLabel('Confirm password').fill('another blue lamp')
    await button(other, 'Reset Password').click()
    await eventually(signedIn).toBe(401)
    const login = (password: string) => call(`${site.url}/api/login`, { body: { email, password } })
    expect([(await login('correct horse')).status, (await login('another blue lamp')).status]).toEqual([
      401, 200,
    ])
    await vi.waitUntil(
      () => smtp.mails.some(({ subject }) => subject?.startsWith('Your password was changed')),
      {
        timeout: 30_000,
      },
    )
  })
})
