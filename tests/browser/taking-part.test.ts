import { competitionDraft } from '@stepledger/contracts/http/organised-competitions.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isLong, itLong } from '../length.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { addressOf, panel } from './find.ts'
import { horizontalOverflow, violations } from './page-checks.ts'
import { newPlayers, sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { widths } from './visits.ts'

const chart = smallChart(1)
const day = 86_400_000

describe.skipIf(noBrowser)('taking part in an event of a player', () => {
  let site: Site
  let ada: Player
  let ben: Player
  let cleo: Player
  /** Ben's. */
  let playId: number

  beforeAll(async () => {
    site = await openSite()
    const crowd = await newPlayers(site.url, 'dancer', 3)
    const players = await Promise.all(['ada', 'ben', 'cleo'].map((alias) => newPlayer(site.url, alias)))
    ;[ada, ben, cleo] = players as [Player, Player, Player]
    await site.database.pool.query('update accounts.players set email_verified_at = now()')
    for (const [i, player] of [...crowd, ...players].entries()) {
      const sent = await sendPlay(site.url, player, { chart, seed: i, skill: i / 6 })
      if (player === ben) playId = sent.playId
    }
  })
  afterAll(() => site?.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const visit = (path: string, { token }: Player, width: 1280 | 390) => site.visit(path, { token, width })
  const clean = async (page: Page) =>
    expect([await violations(page), await horizontalOverflow(page)]).toEqual([[], 0])
  const press = (within: Page | Locator, name: string) =>
    within.getByRole('button', { name, exact: true }).click()
  const part = (page: Page) => page.getByRole('region', { name: 'Taking part' })

  /** An event whose round is going on. */
  async function publish(by: Player, access: string, name: string): Promise<string> {
    const slug = name.toLowerCase().replaceAll(' ', '-')
    const at = (days: number) => new Date(Date.now() + days * day).toISOString()
    const document = {
      ...{ slug, name, access, announcement: 'One chart, one night.' },
      rounds: [{ name: 'Dusk', start: at(-1), end: at(1), charts: [chart.hash] }],
    }
    const send = (path: string, body: object) => call(`${site.url}${path}`, { token: by.token, body })
    const { id } = competitionDraft.parse((await send('/api/event-drafts', { document })).body)
    expect((await send(`/api/event-drafts/${id}/publish`, { version: 1 })).status).toBe(200)
    return slug
  }

  it.each(widths)(
    'is asked for, accepted, shown where the player looks, and ended, %i px wide',
    async (width) => {
      const name = `Night Shift ${width}`
      const slug = await publish(ada, 'accepted', name)
      // Ben asks,
      const page = await visit(`/event/${slug}`, ben, width)
      await part(page).getByText('The organisers decide who takes part.').waitFor()
      await clean(page)
      await press(part(page), 'Ask to take part')
      await part(page).getByText('You asked to take part.').waitFor()
      // The focus is on what the button became.
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Take the request back')
      // Ada accepts,
      const organiser = await visit(`/event/${slug}/organise`, ada, width)
      await organiser.getByRole('checkbox', { name: 'ben' }).check()
      await clean(organiser)
      await press(organiser, 'Accept 1')
      await organiser.getByText('Nobody waits to be accepted.').waitFor()
      expect(await organiser.evaluate(() => document.activeElement?.textContent)).toBe('Saved for 1 player.')
      await organiser.getByRole('radio', { name: 'Taking part' }).click()
      await organiser.getByRole('list', { name: 'Taking part' }).getByText('ben').waitFor()
      await clean(organiser)
      // and what he played before counts at once.
      await panel(page, 'Standings').getByRole('link', { name: 'ben' }).first().waitFor()
      await part(page).getByText('You take part.').waitFor()
      await clean(page)

      const row = (within: Page, title: string) =>
        panel(within, title).getByRole('listitem').filter({ hasText: name })
      await page.goto(`${site.url}/events`)
      await row(page, 'Taking part').getByText('#1 of 1, 10,000 points').waitFor()
      await clean(page)
      await page.goto(`${site.url}/`)
      await panel(page, 'For You').getByRole('link', { name }).waitFor()
      await clean(page)
      await page.goto(`${site.url}/user/${ben.id}`)
      await row(page, 'Events').getByText('#1 of 1 so far').waitFor()
      await clean(page)
      await page.goto(`${site.url}/session/${playId}`)
      await row(page, 'Events').getByText('#1 of 1').waitFor()
      await clean(page)
      await page.goto(`${site.url}/notifications`)
      await page.getByRole('link', { name: `You take part in ${name}` }).waitFor()

      // He leaves and comes back.
      await page.goto(`${site.url}/event/${slug}`)
      await press(part(page), 'Leave')
      await part(page).getByText("You left: your plays don't count.").waitFor()
      await panel(page, 'Standings').getByText('No leaderboard data available').waitFor()
      await clean(page)
      await press(part(page), 'Take part')
      await panel(page, 'Standings').getByRole('link', { name: 'ben' }).first().waitFor()
    },
    120_000,
  )

  it.each(isLong ? widths : [])(
    'is open to those who have the link, until it is renewed, %i px wide',
    async (width) => {
      const slug = await publish(cleo, 'invitation', `Small Circle ${width}`)
      const organiser = await visit(`/event/${slug}/organise`, cleo, width)
      await press(organiser, 'Make a link')
      const field = organiser.getByLabel('Invitation link')
      await eventually(() => field.evaluate((input) => input.matches(':focus'))).toBe(true)
      const first = await field.inputValue()
      await clean(organiser)
      await press(organiser, 'Renew')
      await press(organiser.getByRole('dialog'), 'Renew')
      await eventually(() => field.inputValue()).not.toBe(first)
      const link = await field.inputValue()

      const stranger = await visit(`/event/${slug}`, ben, width)
      await part(stranger).getByText('This event is by invitation.').waitFor()
      expect(await part(stranger).getByRole('button').count()).toBe(0)
      await clean(stranger)
      await stranger.goto(first)
      await stranger.reload()
      await part(stranger).getByText('This invitation link is no longer valid.').waitFor()
      expect(await part(stranger).getByRole('button').count()).toBe(0)
      await clean(stranger)
      // The error of the 403.
      site.takeErrors()

      // A guest signs in first, and is still invited.
      const guest = await site.visit(new URL(link).pathname + new URL(link).hash, { width })
      await part(guest).getByText("You're invited.").waitFor()
      await clean(guest)
      await part(guest).getByRole('link', { name: 'Sign in' }).click()
      await guest.getByLabel('Email').fill('ben@example.com')
      await guest.getByLabel('Password', { exact: true }).fill('correct horse')
      await guest.getByLabel('Password', { exact: true }).press('Enter')
      await eventually(() => addressOf(guest)).toBe(new URL(link).pathname + new URL(link).hash)
      // He finds it again later.
      await part(guest).getByRole('button', { name: 'Take part' }).waitFor()
      await eventually(async () =>
        JSON.stringify((await call(`${site.url}/api/invitations`, { token: ben.token })).body),
      ).toContain(slug)
      await guest.goto(`${site.url}/events`)
      await panel(guest, 'Invited').getByText('by cleo').waitFor()
      await clean(guest)
      // He dismisses it, and opens it again.
      const name = `Small Circle ${width}`
      await press(panel(guest, 'Invited'), `Dismiss the invitation to ${name}`)
      expect(await guest.evaluate(() => document.activeElement?.textContent)).toMatch(/New event$/)
      await guest.getByRole('region', { name: 'Invited' }).waitFor({ state: 'detached' })
      await guest.goto(link)
      await part(guest).getByRole('button', { name: 'Take part' }).waitFor()
      await eventually(async () =>
        JSON.stringify((await call(`${site.url}/api/invitations`, { token: ben.token })).body),
      ).toContain(slug)
      await guest.goto(`${site.url}/events`)
      await panel(guest, 'Invited').getByRole('link', { name }).click()
      await press(part(guest), 'Take part')
      await part(guest).getByText('You take part.').waitFor()
      await guest.getByRole('link', { name: 'All events' }).click()
      await panel(guest, 'Taking part').getByText(name).waitFor()
      await guest.getByRole('region', { name: 'Invited' }).waitFor({ state: 'detached' })
      await guest.goBack()
      await panel(guest, 'Standings').getByRole('link', { name: 'ben' }).first().waitFor()
    },
  )

  itLong('needs nothing in one for everybody, which a player may leave', async () => {
    const slug = await publish(ada, 'everybody', 'Open House')
    const page = await visit(`/event/${slug}`, ben, 1280)
    await part(page).getByText('Take part to see your place').waitFor()
    await panel(page, 'Standings').getByRole('link', { name: 'ben' }).first().waitFor()
    await press(part(page), 'Leave')
    await panel(page, 'Standings').getByRole('link', { name: 'ben' }).waitFor({ state: 'detached' })
    await panel(page, 'Standings').getByText('dancer01').waitFor()
    await press(part(page), 'Take part')
    await part(page).getByText('You take part.').waitFor()
  })
})
