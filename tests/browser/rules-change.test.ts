import { getOperatedRules } from '@stepledger/contracts/http/operated-rules.ts'
import { grantPermission } from '@stepledger/services/accounts/operations/serve-operated-players.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rulesWithTop } from '../generations/other-rules.ts'
import { itLong } from '../length.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { expectClean } from './expect-clean.ts'
import { panel, rowOf } from './find.ts'
import { type PageState, recordStates, takeStates } from './page-states.ts'
import { publishRules } from './publish-rules.ts'
import { newPlayers, sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const chart = smallChart(71)

/** Invariants 26 and 27, on open pages. The tests run in order and share their state. */
describe.skipIf(noBrowser)('rules change while pages are open', () => {
  let site: Site
  let ada: Player
  let playId: number
  beforeAll(async () => {
    site = await openSite()
    const crowd = await newPlayers(site.url, 'dancer', 6)
    for (const [i, player] of crowd.entries())
      await sendPlay(site.url, player, { chart, seed: i, skill: 0.2 + i / 10 })
    ada = crowd[3] ?? (await newPlayer(site.url, 'ada'))
    for (const seed of [72, 73]) await sendPlay(site.url, ada, { chart: smallChart(seed), seed, skill: 0.5 })
    playId = (await sendPlay(site.url, ada, { chart, seed: 9, skill: 0.6 })).playId
  })
  afterAll(async () => {
    const troubles = await site.endVisits()
    await site.close()
    expect(troubles).toEqual([])
  })

  /** The pages, each completely loaded. */
  async function openPages() {
    const visits: [string, (page: Page) => Promise<unknown>][] = [
      [`/chart/${chart.hash}`, (page) => panel(page, 'Leaderboards').getByText('#6').waitFor()],
      [`/play/${playId}`, (page) => page.getByText(/#\d of \d on H\.EX/).waitFor()],
      [`/user/${ada.id}`, (page) => panel(page, 'Recent Scores').locator('tbody tr').nth(3).waitFor()],
      ['/', (page) => panel(page, 'Recent Scores').locator('tbody tr').nth(6).waitFor()],
    ]
    return Promise.all(
      visits.map(async ([path, shown]) => {
        const page = await site.visit(path, {}, recordStates)
        await shown(page)
        // Panels beside it may come later.
        await eventually(() => page.getByText('Loading…').count()).toBe(0)
        return page
      }),
    )
  }
  /** Waits until the scores of all pages have changed; returns every state on the way since the last call. */
  async function changed(pages: readonly Page[], before: readonly PageState[]) {
    const seen = pages.map((): PageState[] => [])
    await eventually(async () => {
      for (const [i, page] of pages.entries()) {
        const [, ...others] = await takeStates(page)
        seen[i]?.push(...others)
      }
      return seen.map((states, i) => percents(states.at(-1) ?? before[i]) !== percents(before[i]))
    }).toEqual(pages.map(() => true))
    return seen
  }
  const shownNow = (pages: readonly Page[]) =>
    Promise.all(pages.map(async (page) => (await takeStates(page)).at(-1) ?? nothing))
  /** The states that a new visitor sees. */
  async function shownToNewcomers() {
    const fresh = await openPages()
    const shown = await shownNow(fresh)
    await Promise.all(fresh.map((page) => page.context().close()))
    return shown
  }
  const nothing: PageState = { scores: {}, notices: [] }
  const percents = (state: PageState | undefined) => JSON.stringify(state?.scores)

  const boardOf = (states: readonly PageState[]) => states[0]?.scores.Leaderboards ?? []
  let pages: readonly Page[]
  let old: readonly PageState[]

  it('every page switches to the new scores at once, without intermediate states', async () => {
    pages = await openPages()
    old = await shownNow(pages)
    expect(old.map(({ notices }) => notices)).toEqual(pages.map(() => []))
    const wanderer = await site.visit(`/chart/${chart.hash}`, {}, recordStates)
    await panel(wanderer, 'Leaderboards').getByRole('link', { name: 'dancer06' }).click()
    await wanderer.getByRole('heading', { name: 'dancer06' }).waitFor()
    const help = await site.visit('/help#scoring')
    const weights = () => panel(help, 'Weights').getByRole('table').textContent()
    const oldWeights = await weights()
    await publishRules(site, rulesWithTop(2))

    const states = await changed(pages, old)
    const whole = await shownToNewcomers()
    expect(states).toEqual(whole.map((state) => [state]))
    for (const [i, { scores }] of whole.entries())
      for (const [part, now] of Object.entries(scores))
        if (now.length > 0) expect([i, part, now]).not.toEqual([i, part, old[i]?.scores[part]])

    // The help shows no play, but it explains the rules in force.
    await eventually(weights).not.toBe(oldWeights)

    // Going back within the app must not show cached scores of the old rules.
    await takeStates(wanderer)
    await wanderer.goBack()
    await panel(wanderer, 'Leaderboards').getByText('#6').waitFor()
    const shown = (await takeStates(wanderer)).flatMap(({ scores }) => scores.Leaderboards ?? [])
    expect(new Set(shown)).toEqual(new Set(boardOf(whole)))
  })

  itLong('plays still arrive, and a rollback shows the former scores including the new plays', async () => {
    const late = await newPlayer(site.url, 'late')
    const sent = await sendPlay(site.url, late, { chart, seed: 100, skill: 0.3 })
    const [board, , , home] = pages
    if (!board || !home) throw new Error('no pages')
    await rowOf(panel(board, 'Leaderboards'), sent.playId).waitFor()
    await rowOf(home, sent.playId).waitFor()
    // Panels beside the rows follow a little later.
    const now = await shownToNewcomers()
    await eventually(() => shownNow(pages)).toEqual(now)
    expect(await site.ledger('rollback')).toMatchObject({ code: 0 })

    const states = await changed(pages, now)
    const whole = await shownToNewcomers()
    expect(states).toEqual(whole.map((state) => [state]))
    expect(boardOf(whole)).toHaveLength(7)
    expect(boardOf(whole)).toEqual(expect.arrayContaining([...boardOf(old)]))
    expect(whole.slice(1, 3)).toEqual(old.slice(1, 3))
  })

  itLong('an operator previews other rules on the page, sees who moves, and publishes them', async () => {
    // Given an operator who changes the rules in force, then an invalid document is refused with its reason.
    const olga = await newPlayer(site.url, 'olga')
    await grantPermission(site.database, 'olga', 'ledger.operate')
    const page = await site.visit('/admin', { token: olga.token })
    const rules = panel(page, 'Rules')
    await rules.getByText('Change the rules').click()
    const document = rules.getByLabel('Rules as JSON')
    const ask = rules.getByRole('button', { name: 'Preview the rules' })
    await document.fill(JSON.stringify({ ...rulesWithTop(3), gradesFrom: 'Money' }))
    await rules.getByText('must name one of the systems').waitFor()
    expect(await ask.isDisabled()).toBe(true)
    // When a preview of valid rules is requested,
    await document.fill(JSON.stringify(rulesWithTop(3)))
    await ask.click()
    const asking = page.getByRole('dialog', { name: 'Preview these rules?' })
    await asking.getByLabel('Reason').fill('the best was worth too little')
    await asking.getByRole('button', { name: 'Preview' }).click()
    // then it is built and compared, and says who moves.
    const preview = panel(page, 'Preview of a rules change')
    await preview.getByText(/^Computed from every play/).waitFor({ timeout: 60_000 })
    const { body } = await call(`${site.url}/api/admin/rules`, { token: olga.token })
    const report = getOperatedRules.answer.parse(body).preview?.report
    if (!report) throw new Error('the preview has no report')
    const { scores, boards } = report
    const cell = (name: string, value: number) =>
      preview.locator('dl > div', { hasText: name }).locator('dd', { hasText: new RegExp(`^${value}\\b`) })
    await cell('Plays changed', scores.changed).waitFor()
    await cell('First places moved', boards.firsts).waitFor()
    await expectClean(page)
    // When it is published, once the number of plays is typed,
    const now = await shownNow(pages)
    await preview.getByRole('button', { name: 'Publish the rules' }).click()
    const publishing = page.getByRole('dialog', { name: 'Publish these rules?' })
    await publishing.getByLabel('Reason').fill('as announced')
    const confirm = publishing.getByRole('button', { name: 'Publish' })
    expect(await confirm.isDisabled()).toBe(true)
    await publishing.getByLabel('Type the number of plays that change').fill(String(scores.changed))
    await confirm.click()
    // then all pages switch, and this one shows the new rules and the audit.
    await changed(pages, now)
    await rules.getByText('The best is worth 3 more', { exact: true }).waitFor()
    await eventually(() => preview.count()).toBe(0)
    await panel(page, 'Audit log').getByText('as announced').waitFor()
  })
})
