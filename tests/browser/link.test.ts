import { pollDeviceLink, startDeviceLink } from '@stepledger/contracts/http/api-keys.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { call, newPlayer } from '../system/client.ts'
import { addressOf } from './find.ts'
import { horizontalOverflow, violations } from './page-checks.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const refusal = z.object({ error: z.string() })

describe.skipIf(noBrowser)('linking a game by the code that it shows', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite({ RATE_LIMITS: 'off' })
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  async function ask(machine?: string) {
    const body = { client: 'ITGmania', version: '1.2.0', ...(machine === undefined ? {} : { machine }) }
    return startDeviceLink.answer.parse((await call(`${site.url}/v1/device`, { body })).body)
  }
  const poll = (deviceCode: string) =>
    call(`${site.url}/v1/device/token`, { body: { device_code: deviceCode } })

  it('brings a new player from the QR code through registration to a linked game, on a phone', async () => {
    // Given a game that shows a QR code, and a phone that reads it
    const asked = await ask('Arcade left')
    const { pathname, search } = new URL(asked.verification_uri_complete)
    const page = await site.visit(pathname + search, { width: 390 })
    await page.getByRole('heading', { name: 'Login' }).waitFor()

    // When the player makes an account
    await page.getByRole('link', { name: 'Create one here' }).click()
    await page.getByRole('heading', { name: 'Create Account' }).waitFor()
    await page.getByLabel('Email').fill('phone@example.com')
    await page.getByLabel('Alias').fill('phone')
    await page.getByLabel('Password').fill('correct horse')
    await page.getByLabel('I agree').check()
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.getByRole('link', { name: 'Continue' }).click()

    // Then the page says what asks, and is good to use
    await page.getByRole('heading', { name: 'Link This Game?' }).waitFor()
    expect(addressOf(page)).toBe(pathname + search)
    await page.getByText(asked.user_code).waitFor()
    await page.getByText('ITGmania 1.2.0').waitFor()
    await page.getByText('127.0.0.x').waitFor()
    expect(await violations(page)).toEqual([])
    expect(await horizontalOverflow(page)).toBe(0)
    expect(refusal.parse((await poll(asked.device_code)).body).error).toBe('authorization_pending')

    // When the player names and allows it
    expect(await page.getByLabel('Name').inputValue()).toBe('Arcade left')
    await page.getByLabel('Name').fill('Arcade by the door')
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Your Game Is Linked' }).waitFor()

    // Then the game has a key of the player, which is listed with its name
    const { key, alias } = pollDeviceLink.answer.parse((await poll(asked.device_code)).body)
    expect(alias).toBe('phone')
    expect((await call(`${site.url}/v1/auth-check`, { token: key })).status).toBe(200)
    await page.getByRole('link', { name: 'API Keys' }).click()
    await page.getByText('Arcade by the door').waitFor()
    await page.getByText('Linked Arcade left').waitFor()

    // And renamed
    await page.getByRole('button', { name: 'Rename Arcade by the door' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Arcade')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Rename Arcade', exact: true }).waitFor()
  })

  it('takes a typed code, and refuses', async () => {
    const asked = await ask()
    const player = await newPlayer(site.url, 'typist')
    const page = await site.visit('/link', { token: player.token })
    await page.getByLabel('Code').fill('nonsense')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('A code has eight letters, such as BCDF-GHJK').waitFor()
    await page.getByLabel('Code').fill(asked.user_code.replace('-', '').toLowerCase())
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Link This Game?' }).waitFor()
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.getByRole('heading', { name: 'Refused' }).waitFor()
    expect(refusal.parse((await poll(asked.device_code)).body).error).toBe('access_denied')

    // A code works once.
    await page.goto(`${site.url}/link?code=${asked.user_code}`)
    await page.getByRole('heading', { name: 'Already Refused' }).waitFor()
    await page.getByRole('button', { name: 'Enter another code' }).click()
    await page.getByLabel('Code').fill('BBBB-BBBB')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('This code is unknown, or it is older than 15 minutes').waitFor()
    expect(await violations(page)).toEqual([])
    // The 404 of an unknown code.
    site.takeErrors()
  })
})
