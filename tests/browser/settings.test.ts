import { deferred } from '@stepledger/services/platform/async/deferred-in-tests.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { itLong } from '../length.ts'
import { call, newPlayer } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { addressOf, errorOf } from './find.ts'
import { horizontalOverflow, violations } from './page-checks.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { widths } from './visits.ts'

const password = 'correct horse'
const photo = (height = 600) =>
  sharp({ create: { width: 900, height, channels: 3, background: '#b35a1f' } })
    .png()
    .toBuffer()

describe.skipIf(noBrowser)('Edit Profile', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const open = async (alias: string, section: string, width: 1280 | 390 = 1280) => {
    const player = await newPlayer(site.url, alias)
    const page = await site.visit(`/profile?section=${section}`, { token: player.token, width })
    await page.getByRole('heading', { name: 'Edit Profile' }).waitFor()
    return { page, player }
  }
  const choose = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) => {
    await page.getByRole('button', { name: 'Choose Picture' }).waitFor()
    await page.locator('input[type=file]').setInputFiles(file)
  }
  const status = (page: Page) => page.locator('main section[aria-labelledby]').getByRole('status')
  const alert = (page: Page) => page.locator('main section[aria-labelledby]').getByRole('alert')

  itLong('start with the picture, and list the sections in order', async () => {
    const { page } = await open('ada', '')
    const entries = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
    expect(await entries.allInnerTexts()).toEqual(
      expect.arrayContaining([
        'Picture',
        'Profile',
        'Rivals',
        'Leaderboards',
        'Password',
        'API Keys',
        'Notifications',
        'Your Data',
      ]),
    )
    await page.getByRole('heading', { name: 'Picture', exact: true }).waitFor()
    for (const name of ['Profile', 'Leaderboards', 'Password', 'Notifications']) {
      await entries.getByText(name, { exact: true }).click()
      await page.getByRole('heading', { name, exact: true }).waitFor()
      expect([name, await violations(page)]).toEqual([name, []])
    }
  })

  it.each(widths)(
    'a picture is cropped by keyboard, uploaded, shown everywhere and removed, at %i px',
    async (width) => {
      const { page } = await open(`pictured${width}`, 'picture', width)
      // Photos of phones are in portrait format: the controls below must stay visible.
      const buffer = await photo(width === 390 ? 1600 : 600)
      await choose(page, { name: 'me.png', mimeType: 'image/png', buffer })
      const slider = page.getByRole('slider', { name: 'Size' })
      await page.getByRole('button', { name: 'Upload' }).waitFor()
      const shown = page.getByAltText('Your upload')
      await eventually(async () => (await shown.boundingBox())?.height ?? 0).toBeGreaterThan(200)
      expect((await shown.boundingBox())?.height).toBeLessThanOrEqual(320)
      const square = page.getByRole('group', { name: /Crop square/ })
      await square.focus()
      await page.keyboard.press('-')
      await page.keyboard.press('-')
      await eventually(() => slider.inputValue()).toBe('90')
      const left = async () => (await square.boundingBox())?.x ?? 0
      const before = await left()
      await page.keyboard.press('ArrowRight')
      await eventually(left).toBeGreaterThan(before)
      expect([await violations(page), await horizontalOverflow(page)]).toEqual([[], 0])

      await page.getByRole('button', { name: 'Upload' }).click()
      await eventually(() => status(page).allInnerTexts()).toEqual(['Picture updated'])
      const pictures = page.locator('header img, main .av img')
      const addresses = await pictures.evaluateAll((images) =>
        images.map((image) => image.getAttribute('src')),
      )
      expect(new Set(addresses).size).toBe(1)
      expect(addresses[0]).toMatch(/^\/media\/[0-9a-f]{64}$/)
      const sent = await page.request.get(`${site.url}${addresses[0]}`)
      expect(await sharp(await sent.body()).metadata()).toMatchObject({
        format: 'jpeg',
        width: 400,
        height: 400,
      })

      await page.getByRole('button', { name: 'Remove Picture' }).click()
      const question = page.getByRole('dialog', { name: 'Remove picture' })
      expect(await violations(page)).toEqual([])
      await question.getByRole('button', { name: 'Remove' }).click()
      await eventually(() => status(page).allInnerTexts()).toEqual(['Picture removed'])
      await eventually(() => pictures.count()).toBe(0)
    },
  )

  itLong('a file that is no picture is refused, and an upload can be cancelled', async () => {
    const { page } = await open('unpictured', 'picture')
    await choose(page, { name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await eventually(() => alert(page).allInnerTexts()).toEqual([
      'Please select a valid image file (JPEG, PNG, GIF, or WebP)',
    ])
    await choose(page, { name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
    await eventually(() => alert(page).allInnerTexts()).toEqual(['Image file must be smaller than 5MB'])
    await choose(page, { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('not one') })
    await eventually(() => alert(page).allInnerTexts()).toEqual(['Failed to load image'])

    const [held, go] = deferred()
    await page.route('**/api/profile-image/upload-url', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await choose(page, { name: 'me.png', mimeType: 'image/png', buffer: await photo() })
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('progressbar', { name: 'Uploading' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await eventually(() => page.getByRole('progressbar').count()).toBe(0)
    go()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Choose Picture' }).waitFor()
    site.takeErrors()
  })

  it.each(widths)(
    'alias and country are saved together, with errors beside their fields, at %i px',
    async (width) => {
      await newPlayer(site.url, `taken${width}`)
      const { page, player } = await open(`oldname${width}`, 'profile', width)
      const save = page.getByRole('button', { name: 'Save' })
      await save.click()
      await eventually(() => alert(page).allInnerTexts()).toEqual(['No changes to save'])
      const alias = page.getByLabel('Alias')
      await alias.fill('no spaces')
      await save.click()
      await eventually(() => errorOf(page, 'Alias')).toBe('Alias must not contain spaces')
      expect(await alert(page).allInnerTexts()).not.toContain('No changes to save')
      await alias.fill(`TAKEN${width}`)
      await save.click()
      await eventually(() => errorOf(page, 'Alias')).toBe('This alias is already taken')
      expect([await violations(page), await horizontalOverflow(page)]).toEqual([[], 0])

      await alias.fill(`newname${width}`)
      await page.getByLabel('Country').selectOption('Netherlands')
      await page.getByText('2 unsaved changes').waitFor()
      await save.click()
      await eventually(() => status(page).allInnerTexts()).toContain('Saved')
      expect(await errorOf(page, 'Alias')).toBeNull()

      await page.reload()
      await page.getByRole('option', { name: 'Germany' }).waitFor({ state: 'attached' })
      expect(await page.getByLabel('Country').inputValue()).toBe('528')
      await save.click()
      await eventually(() => alert(page).allInnerTexts()).toEqual(['No changes to save'])

      await page.goto(`${site.url}/user/oldname${width}`)
      await page.getByRole('heading', { name: `newname${width}` }).waitFor()
      expect(addressOf(page)).toBe(`/user/${player.id}`)
      await page.getByText('Netherlands').first().waitFor({ state: 'attached' })
    },
  )

  it('a new password needs the current one, and ends all other sessions', async () => {
    const { page, player } = await open('changer', 'password')
    const signIn = (secret: string) =>
      call(`${site.url}/api/login`, { body: { email: 'changer@example.com', password: secret } })
    await signIn(password)
    const submit = async (current: string, next: string, confirm = next) => {
      await page.getByLabel('Current password').fill(current)
      await page.getByLabel('New password', { exact: true }).fill(next)
      await page.getByLabel('Confirm new password').fill(confirm)
      await page.getByRole('button', { name: 'Change Password' }).click()
    }
    const errors = async () => [
      await errorOf(page, 'Current password'),
      await page.getByRole('alert').allInnerTexts(),
    ]
    await submit('', '123', '1234')
    await eventually(errors).toEqual([
      'Current password is required to change password',
      [
        'Current password is required to change password',
        'Password must be at least 6 characters long',
        'New passwords do not match',
      ],
    ])
    expect(await violations(page)).toEqual([])
    await submit('wrong horse', 'another horse')
    await eventually(errors).toEqual(['Current password is wrong', ['Current password is wrong']])
    await submit(password, 'Password1')
    await eventually(async () => (await errors())[1]).toEqual([
      'This password is too common. Choose one that is harder to guess.',
    ])
    site.takeErrors()

    // API keys and passkeys are deleted too, unless the player chooses otherwise.
    const remove = page.getByRole('checkbox', { name: 'Also remove all API keys and passkeys' })
    expect(await remove.isChecked()).toBe(true)
    await submit(password, 'another horse')
    await status(page).getByText("Password changed. You're signed out everywhere else.").waitFor()
    expect([(await signIn(password)).status, (await signIn('another horse')).status]).toEqual([401, 200])
    expect((await call(`${site.url}/api/user`, { token: player.token })).status).toBe(200)
    expect((await call(`${site.url}/v1/auth-check`, { token: player.key })).status).toBe(401)
  })

  itLong('sessions are listed and can be ended', async () => {
    const { page, player } = await open('traveller', 'password', 390)
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'
    for (let n = 0; n < 3; n += 1)
      await call(`${site.url}/api/login`, {
        body: { email: 'traveller@example.com', password },
        headers: { 'user-agent': firefox },
      })
    await page.reload()
    const others = page.getByRole('button', { name: 'Sign out Firefox on Linux' })
    await eventually(() => others.count()).toBe(3)
    await page.getByText('This device').waitFor()
    expect([await violations(page), await horizontalOverflow(page)]).toEqual([[], 0])
    await others.first().click()
    await eventually(() => others.count()).toBe(2)
    await page.getByRole('button', { name: 'Sign Out Everywhere Else' }).click()
    await page.getByText("You're not signed in anywhere else.").waitFor()
    expect(await others.count()).toBe(0)
    expect((await call(`${site.url}/api/user`, { token: player.token })).status).toBe(200)
  })
})
