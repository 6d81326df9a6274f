import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { itLong } from '../length.ts'
import { newPlayer, type Player, submit } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { expectClean } from './expect-clean.ts'
import { mailTo, pathIn } from './mails.ts'
import { violations } from './page-checks.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const contact = 'desk@scores.example'

describe.skipIf(noBrowser)('the own data in the settings', () => {
  let site: Site
  let ada: Player
  beforeAll(async () => {
    site = await openSite({ CONTACT: contact })
    ada = await newPlayer(site.url, 'ada')
    await submit(site.url, ada, playBody({ seed: 1 }))
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const open = async (width: 1280 | 390 = 1280) => {
    const page = await site.visit('/profile', { token: ada.token, width })
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Your Data' }).click()
    await page.getByRole('region', { name: 'Your Data', exact: true }).waitFor()
    return page
  }
  const namesContact = async (page: Page) => {
    const link = page.getByRole('link', { name: contact, exact: true })
    expect(await link.getAttribute('href')).toBe(`mailto:${contact}`)
  }

  it('is prepared in the background, then downloaded as one zip, and again by a plain link', async () => {
    const page = await open()
    const [first] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Prepare Download' }).click(),
    ])
    expect(first.suggestedFilename()).toBe('stepledger-data-ada.zip')
    await page.getByText('1 play. Available until').waitFor()
    await expectClean(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download Zip/ }).click(),
    ])
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
  })

  itLong('is published unless the player opts out, which is saved at once', async () => {
    const page = await open()
    const box = page.getByRole('switch', { name: 'Publish my plays, without my name' })
    await eventually(() => box.isChecked()).toBe(true)
    await expectClean(page)
    await box.press('Space')
    await page.getByRole('status').filter({ hasText: 'Saved. Your plays are left out.' }).waitFor()
    await page.reload()
    await eventually(() => box.isEnabled()).toBe(true)
    expect(await box.isChecked()).toBe(false)
    await expectClean(page)
    await box.press('Space')
    await page.getByRole('status').filter({ hasText: 'Saved. Your plays are included.' }).waitFor()
  })

  it('is deleted after a confirmation and a mail, and kept when that is undone, by keyboard alone', async () => {
    const page = await open(390)
    const remove = page.getByRole('button', { name: 'Delete Account' })
    await namesContact(page)
    await remove.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete account' })
    await dialog.getByText("We'll send a link to ada@example.com").waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await remove.press('Enter')
    await dialog.getByRole('button', { name: 'Send Link' }).press('Enter')
    await page.getByText('Check your email').waitFor()
    expect(await page.getByRole('button', { name: /^Send Again in/ }).isDisabled()).toBe(true)
    await expectClean(page)

    const letter = await mailTo(site.dataDir, 'ada@example.com', 'Delete your account?')
    await page.goto(site.url + pathIn(letter))
    await namesContact(page)
    await page.getByRole('button', { name: 'Delete My Account' }).press('Enter')
    await page.getByRole('heading', { name: 'Deletion Confirmed' }).waitFor()
    await expectClean(page)
    await page.getByRole('link', { name: 'Go to Your Data' }).press('Enter')
    await page.getByText('Your account will be deleted on').waitFor()
    await expectClean(page)
    await page.getByRole('button', { name: 'Keep My Account' }).press('Enter')
    await remove.waitFor()
    await mailTo(site.dataDir, 'ada@example.com', "Your account won't be deleted")
  })

  it('names the operator as contact, as the privacy policy does', async () => {
    await namesContact(await site.visit('/privacy'))
  })

  itLong('has a history, newest first', async () => {
    const page = await open()
    await page.getByText('History of the account').click()
    const rows = page.getByRole('region', { name: 'Your Data', exact: true }).getByRole('listitem')
    await eventually(async () => (await rows.allTextContents()).join()).toContain(
      'Account deletion cancelled',
    )
    expect(await rows.last().textContent()).toContain('API key created')
    await expectClean(page)
  })
})
