import { announceCompetition, competitionFileOf } from '@stepledger/contracts/http/operated-competitions.ts'
import { grantPermission } from '@stepledger/services/accounts/operations/serve-operated-players.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { competitionDocumentOf } from '../generators/competition-document.ts'
import { call, newPlayer } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { expectClean } from './expect-clean.ts'
import { panel } from './find.ts'
import { noBrowser, openSite, type Site } from './site.ts'

describe.skipIf(noBrowser)('an operator who closes a competition', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())

  it('sees first what is parked, and afterwards that it is final', async () => {
    // Given a competition that is over, and an event that could not be folded,
    const { token } = await newPlayer(site.url, 'kim')
    await grantPermission(site.database, 'kim', 'ledger.operate')
    const day = 86_400_000
    const start = Date.now() - 2 * day
    const round = { name: 'Round 1', start, end: start + day, charts: ['aaaaaaaaaaaaaaaa'] }
    const document = competitionFileOf(competitionDocumentOf({ name: 'Plain Cup', rounds: [round] }))
    const body = { input: { document, unknown: true }, reason: 'an evening' }
    // The permission is announced to the session, which is cached.
    await eventually(
      async () => (await call(site.url + announceCompetition.path, { token, body })).status,
    ).toBe(200)
    await site.database.pool.query(
      `insert into projector.parked (generation, partition, "offset", key, type, play_id, reason)
       values (1, 0, 99, '', 'PlaySubmitted', 77, 'unreadable')`,
    )

    // when the closing is previewed, then it names the event,
    const page = await site.visit('/admin', { token })
    const events = panel(page, 'Events')
    await events.getByText('Plain Cup').click()
    await events.getByLabel('What to change').selectOption('Close the event')
    await events.getByRole('button', { name: 'Preview' }).click()
    await events.getByText('Play 77 at 0:99: unreadable').waitFor()
    await expectClean(page)

    // and when it was closed, then nothing looks like a failure.
    await events.getByRole('button', { name: 'Close the event' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('it is over')
    await dialog.getByLabel('Type the number of scores').fill('0')
    await dialog.getByRole('button', { name: 'Close the event' }).click()
    await events.getByText('Closing again records the current scores.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    expect(await events.getByRole('alert').allTextContents()).toEqual([])
    expect(await site.endVisits()).toEqual([])
  })
})
