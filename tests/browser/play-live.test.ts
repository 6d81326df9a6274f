import { playExplanation } from '@stepledger/contracts/http/plays.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rulesWithTop } from '../generations/other-rules.ts'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, type Player, submit } from '../system/client.ts'
import { triggerGate } from '../system/gate.ts'
import { eventually } from './eventually.ts'
import { addressOf, boardChoice, panel } from './find.ts'
import { horizontalOverflow, resize, violations } from './page-checks.ts'
import { publishRules } from './publish-rules.ts'
import { sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site, type Visit } from './site.ts'

describe.skipIf(noBrowser)('an open play page', () => {
  let site: Site
  let ada: Player
  let ben: Player
  beforeAll(async () => {
    site = await openSite()
    ada = await newPlayer(site.url, 'ada')
    ben = await newPlayer(site.url, 'ben')
  })
  afterAll(() => site.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const open = async (playId: number, visit: Visit = {}) => {
    const page = await site.visit(`/play/${playId}`, visit)
    await page.getByRole('heading', { name: 'Judgments' }).waitFor()
    return page
  }

  it('shows the rank, and updates live when another player does better', async () => {
    const chart = smallChart(61)
    const { playId } = await sendPlay(site.url, ada, { chart, seed: 1, skill: 0.5 })
    const page = await open(playId)
    await page.getByText('#1 of 1 on H.EX').waitFor()
    await page.getByText('First play of this chart').waitFor()

    await sendPlay(site.url, ben, { chart, seed: 2, skill: 1 })
    await page.getByText('#2 of 2 on H.EX').waitFor()
    await boardChoice(page, 'ITG').click()
    await page.getByText('#2 of 2 on ITG').waitFor()

    const better = await sendPlay(site.url, ada, { chart, seed: 3, skill: 0.9 })
    const best = better.boards.find(({ type }) => type === 'ITG')?.score
    await page.getByText(`Current best: ${best}%, #`).waitFor()
    await page.getByText('First play of this chart').waitFor()
    const next = await open(better.playId)
    await next.getByText(/New best at the time, \+\d+\.\d\d/).waitFor()
  })

  it('says that the play was received while it is not scored yet, and shows it afterwards', async () => {
    const folds = await triggerGate(() => site.database, 'folds', 'before insert on g1.plays for each row')
    await folds.close()
    const { playId } = await submit(site.url, ada, playBody({ chart: smallChart(66), seed: 8 }), {
      prefer: 'wait=0',
    })
    const page = await site.visit(`/play/${playId}`, { width: 390 })
    await page.getByRole('status').getByText('We got this play').waitFor()
    expect(await violations(page)).toEqual([])
    await resize(page, 320)
    expect(await horizontalOverflow(page)).toBe(0)
    const unknown = await site.visit('/play/1000000')
    await unknown.getByRole('heading', { name: 'Play not found' }).waitFor()

    await folds.open()
    await page.getByRole('heading', { name: 'Judgments' }).waitFor({ timeout: 60_000 })
    await page.getByText('#1 of 1 on H.EX').waitFor()
    expect(site.takeErrors().every((text) => text.includes('404'))).toBe(true)
  })

  it('says that the play was withdrawn, and stays readable', async () => {
    const { playId } = await sendPlay(site.url, ada, { chart: smallChart(62), seed: 4 })
    const page = await open(playId)
    await page.getByText('#1 of 1 on H.EX').waitFor()
    await call(`${site.url}/api/play/${playId}`, { method: 'DELETE', token: ada.token })
    await page.getByRole('status').getByText('This play was withdrawn').waitFor()
    expect(await page.getByText('#1 of 1').count()).toBe(0)
    expect(await page.getByRole('slider', { name: /Offset of every step/ }).count()).toBe(1)
    await page.reload()
    await page.getByRole('heading', { name: 'Play not found' }).waitFor()
    expect(site.takeErrors().every((text) => text.includes('404'))).toBe(true)
  })

  it('lets its player delete the play after a confirmation', async () => {
    const { playId } = await sendPlay(site.url, ada, { chart: smallChart(63), seed: 5 })
    const visitor = await open(playId)
    expect(await visitor.getByRole('button', { name: 'Delete this play' }).count()).toBe(0)
    const page = await open(playId, { token: ada.token })
    await page.getByRole('button', { name: 'Delete this play' }).click()
    const question = page.getByRole('dialog', { name: 'Delete this play?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete this play' }).click()
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await eventually(() => addressOf(page)).toBe('/user')
    await panel(page, 'Recent Scores').waitFor()
    expect(await page.locator(`a[href="/play/${playId}"]`).count()).toBe(0)
    await visitor.getByText('This play was withdrawn').waitFor()
    expect((await call(`${site.url}/api/play/${playId}`)).status).toBe(404)
  })

  it('copies a link that opens with the same board', async () => {
    const { playId } = await sendPlay(site.url, ada, { chart: smallChart(64), seed: 6 })
    const page = await open(playId)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await boardChoice(page, 'EX').click()
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share' })
    const width = () =>
      dialog.getByRole('img').evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)
    await eventually(width).toBe(1200)
    await dialog.getByRole('link', { name: 'Save picture' }).waitFor()
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Copied').first().waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(link).pathname + new URL(link).search).toBe(`/play/${playId}?lb=EX`)
    const next = await site.visit(`/play/${playId}?lb=EX`)
    await eventually(() => boardChoice(next, 'EX').getAttribute('aria-checked')).toBe('true')
  })

  it('explains the score, and updates when the rules change', async () => {
    const { playId } = await sendPlay(site.url, ada, { chart: smallChart(65), seed: 7, skill: 0.4 })
    const page = await open(playId)
    const how = page.getByRole('region', { name: 'How this was scored' })
    expect(await how.getByRole('table').count()).toBe(0)
    await how.getByText('How this was scored').click()
    const explained = async () =>
      playExplanation.parse((await call(`${site.url}/api/play/${playId}/explanation`)).body)
    const { event, rules, systems } = await explained()
    await how.getByText('Technical details').click()
    await how.getByText(`at position ${event.position} of the ledger`).waitFor()
    await how.getByText(`“${rules.title}”`).waitFor()
    const lines = await how.getByRole('table', { name: 'H.EX points' }).locator('tbody tr').allTextContents()
    const [hardEx] = systems
    expect(lines).toHaveLength((hardEx?.earned.length ?? 0) + 1)
    expect(lines[0]).toBe(
      `Fantastic (10ms)${hardEx?.earned[0]?.count}3.5${hardEx?.earned[0]?.points.toLocaleString('en')}`,
    )
    await how.getByText(`cut to ${hardEx?.score}%`).waitFor()
    expect(await violations(page)).toEqual([])
    await boardChoice(page, 'EX').click()
    await how.getByText(`cut to ${systems[1]?.score}%`).waitFor()

    await publishRules(site, rulesWithTop(2))
    await page.getByText(`The score was ${systems[1]?.score}% before`).waitFor()
    const after = await explained()
    expect(after.rules.title).not.toBe(rules.title)
    await how.getByText(`cut to ${after.systems[1]?.score}%`).waitFor()
    expect(after.systems[1]?.score).not.toBe(systems[1]?.score)
  })
})
