import { grantPermission } from '@stepledger/services/accounts/operations/serve-operated-players.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { itLong } from '../length.ts'
import { call, newPlayer, submitUntilRanked } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { expectClean } from './expect-clean.ts'
import { addressOf, errorOf, panel } from './find.ts'
import { visitWithAuthenticator } from './passkey-visits.ts'
import { noBrowser, openSite, type Site } from './site.ts'

describe.skipIf(noBrowser)('a session that needs a recent proof', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const tenMinutesPass = () =>
    site.database.pool.query("UPDATE accounts.sessions SET proved_at = proved_at - interval '10 minutes'")
  const question = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" })

  it('asks for the password before it creates an API key', async () => {
    const { token } = await newPlayer(site.url, 'ada')
    await tenMinutesPass()
    const page = await site.visit('/profile?section=api-keys', { token })
    await page.getByRole('button', { name: 'Create API Key' }).click()
    await question(page).getByText('You signed in a while ago.').waitFor()
    await eventually(() =>
      question(page)
        .getByLabel('Password')
        .evaluate((field) => field === document.activeElement),
    ).toBe(true)
    await expectClean(page)
    expect(await question(page).getByRole('button', { name: 'Use a Passkey' }).count()).toBe(0)
    await page.keyboard.type('wrong horse')
    await page.keyboard.press('Enter')
    await eventually(() => errorOf(page, 'Password')).toBe('Wrong password')
    await question(page).getByLabel('Password').fill('correct horse')
    await page.keyboard.press('Enter')
    await page.getByText(/^sl_[\w-]{20,}$/).waitFor()
    expect(await question(page).count()).toBe(0)
  })

  it('continues when the dialog is closed, and says what needed the proof', async () => {
    const { token } = await newPlayer(site.url, 'ben')
    await tenMinutesPass()
    const page = await site.visit('/profile?section=api-keys', { token })
    await page.getByRole('button', { name: 'Create API Key' }).click()
    await question(page).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alert').getByText("Please confirm that it's you").waitFor()
    await page.getByRole('button', { name: 'ben' }).waitFor()
  })

  itLong('accepts a passkey, also from within another dialog', async () => {
    const { token } = await newPlayer(site.url, 'cleo')
    const [page, key] = await visitWithAuthenticator(site, '/profile?section=passkeys', { token })
    const add = async (name: string) => {
      await page.getByRole('button', { name: 'Add Passkey' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill(name)
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    await add('First')
    await page.getByRole('listitem').getByText('First').waitFor()
    await tenMinutesPass()
    await page.getByRole('link', { name: 'Your Data' }).click()
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await page.getByRole('button', { name: 'Send Link' }).click()
    await question(page).getByRole('button', { name: 'Use a Passkey' }).waitFor()
    await expectClean(page)
    await key.setUserVerified(false)
    await question(page).getByRole('button', { name: 'Use a Passkey' }).click()
    await question(page).getByText('Passkey operation was cancelled or not allowed').waitFor()
    await key.setUserVerified(true)
    await question(page).getByRole('button', { name: 'Use a Passkey' }).click()
    await page.getByText('Check your email').waitFor()
  })

  it('asks once before a player withdraws a play, and goes on', async () => {
    const player = await newPlayer(site.url, 'dora')
    const { playId } = await submitUntilRanked(site.url, player, playBody({ seed: 1 }))
    await tenMinutesPass()
    const page = await site.visit(`/play/${playId}`, player)
    await page.getByRole('button', { name: 'Delete this play' }).click()
    await page
      .getByRole('dialog', { name: 'Delete this play?' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await question(page).getByLabel('Password').fill('correct horse')
    await page.keyboard.press('Enter')
    await eventually(() => addressOf(page)).toBe('/user')
    await eventually(async () => (await call(`${site.url}/api/play/${playId}`)).status).toBe(404)
  })

  itLong("asks once for an operator's actions, and goes on with the reason that was typed", async () => {
    const player = await newPlayer(site.url, 'emil')
    await grantPermission(site.database, 'emil', 'ledger.operate')
    const { playId } = await submitUntilRanked(site.url, player, playBody({ seed: 2 }))
    await tenMinutesPass()
    const page = await site.visit('/admin', player)
    await page.getByLabel('Play', { exact: true }).fill(String(playId))
    await page.getByRole('button', { name: 'Show' }).click()
    const act = async (opener: RegExp, action: string, reason: string) => {
      await panel(page, 'Withdraw a play').getByRole('button', { name: opener }).click()
      await page.getByRole('dialog').getByLabel('Reason').fill(reason)
      await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
    }
    await act(/^Withdraw$/, 'Withdraw', 'played with a keyboard')
    await question(page).getByLabel('Password').fill('correct horse')
    await page.keyboard.press('Enter')
    await page.getByText('Wiped', { exact: true }).waitFor()
    await page.getByText('played with a keyboard').waitFor()
    await act(/^Reinstate wipe/, 'Reinstate', 'it was a pad')
    await page.getByText('Counts', { exact: true }).waitFor()
    expect(await question(page).count()).toBe(0)
  })
})
