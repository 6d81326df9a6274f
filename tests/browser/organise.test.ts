import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { packChart } from '../generators/pack-chart.ts'
import { itLong } from '../length.ts'
import { newPlayer, type Player } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { addressOf, errorOf, panel } from './find.ts'
import { addPacks } from './packs.ts'
import { horizontalOverflow, violations } from './page-checks.ts'
import { newPlayers, sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'
import { widths } from './visits.ts'

const charts = [smallChart(1), smallChart(2), smallChart(3)]
const [first, second] = charts
if (!first || !second) throw new Error('two charts')
/** Of no pack; some players have sent plays on it. */
const played = smallChart(9)
const pack = {
  packId: 1,
  name: 'Arcade Sundries',
  at: 1_770_000_000_000,
  songs: charts.map((chart, i) => ({ songId: i + 1, charts: [packChart(chart, { difficulty: 'Hard' })] })),
}
const hour = 3_600_000
/** A value for a field of times; the visitors' time zone is UTC. */
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString().slice(0, 16)

describe.skipIf(noBrowser)('an event of a player', () => {
  let site: Site
  let ada: Player
  let ben: Player
  /** Ben's, on a chart of the event. */
  let lastPlay: number

  beforeAll(async () => {
    site = await openSite()
    await addPacks(site, [pack])
    const crowd = await newPlayers(site.url, 'dancer', 4)
    ;[ada, ben] = [await newPlayer(site.url, 'ada'), await newPlayer(site.url, 'ben')]
    await site.database.pool.query('update accounts.players set email_verified_at = now()')
    for (const [i, player] of [...crowd, ada, ben].entries())
      for (const [n, chart] of [first, played].entries())
        lastPlay = (await sendPlay(site.url, player, { chart, seed: 10 * i + n, skill: i / 6 })).playId
  })
  afterAll(() => site?.close())
  afterEach(async () => expect(await site.endVisits()).toEqual([]))

  const visit = (path: string, { token }: Player, width: 1280 | 390 = 1280) =>
    site.visit(path, { token, width })
  const clean = async (page: Page) =>
    expect([await violations(page), await horizontalOverflow(page)]).toEqual([[], 0])
  const press = (within: Page | Locator, name: string) =>
    within.getByRole('button', { name, exact: true }).click()
  const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()
  const cup = () =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
  const loadedWidth = (picture: Locator) => picture.evaluate((of: HTMLImageElement) => of.naturalWidth)
  /** Presses a button that goes away by it, and returns what has the focus then. */
  const focusAfter = async (button: Locator) => {
    await button.click()
    return button.page().evaluate(() => {
      const { activeElement: focused } = document
      return (
        focused?.getAttribute('aria-label') ?? focused?.getAttribute('placeholder') ?? focused?.textContent
      )
    })
  }
  const newDraft = async (page: Page, name: string) => {
    await page.getByLabel('What is it called?').fill(name)
    await press(page, 'Create draft')
    await page.getByRole('heading', { name, level: 1 }).waitFor()
  }

  it.each(widths)(
    'is prepared, previewed, published and changed in an evening, %i px wide',
    async (width) => {
      const name = `Winter Cup ${width}`
      const slug = `winter-cup-${width}`
      const page = await visit('/events', ada, width)
      await page.getByRole('link', { name: 'New event' }).click()
      await newDraft(page, name)

      // What is missing is said at its field, which has the focus.
      await press(page, 'Publish')
      expect(await errorOf(page, 'Description')).toBe('Say what the event is about')
      await eventually(() =>
        page.getByLabel('Description').evaluate((field) => field.matches(':focus')),
      ).toBe(true)
      await page.getByLabel('Description').fill('Four charts for the cold evenings.')

      await page.getByText('Podium', { exact: true }).click()
      await page.getByText('Red', { exact: true }).click()
      const file = page.getByLabel('File of the picture')
      await file.setInputFiles({ name: 'rules.txt', mimeType: 'text/plain', buffer: Buffer.from('Rules') })
      await page.getByText('Please select a valid image file').waitFor()
      await file.setInputFiles({ name: 'cup.png', mimeType: 'image/png', buffer: await cup() })
      await eventually(() => loadedWidth(page.locator('.poster-picture'))).toBe(1200)
      expect(await focusAfter(page.getByRole('button', { name: 'Remove picture' }))).toBe('Choose picture')
      await file.setInputFiles({ name: 'cup.png', mimeType: 'image/png', buffer: await cup() })
      await eventually(() => loadedWidth(page.locator('.poster-picture'))).toBe(1200)
      await page.getByLabel('Start', { exact: true }).fill(inHours(-24))
      await page.getByLabel('End', { exact: true }).fill(inHours(48))
      await press(page, 'Add charts to Round 1')
      const picker = page.getByRole('dialog')
      await picker.getByRole('button', { name: /^Arcade Sundries/ }).click()
      await press(picker, 'Take all 3')
      await picker.getByText('3 charts in this round').waitFor()
      await clean(page)
      await picker.getByRole('radio', { name: 'From my plays' }).click()
      await picker.getByRole('checkbox', { checked: false }).first().click()
      await picker.getByText('4 charts in this round').waitFor()
      await picker.getByRole('checkbox', { checked: false }).first().waitFor({ state: 'detached' })
      await picker.getByRole('radio', { name: 'By hash' }).click()
      await picker.getByLabel('Hashes of charts').fill(`${first.hash} nothing`)
      await press(picker, 'Add charts')
      await picker.getByText('"nothing" isn\'t a chart\'s hash').waitFor()
      await press(picker, 'Done')
      await clean(page)

      // What is removed gives the focus to its neighbour, or to what adds another one.
      const removals = page.locator('li').getByRole('button', { name: /^Remove / })
      const names = await removals.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
      expect(await focusAfter(removals.nth(3))).toBe(names[2])
      expect(await focusAfter(removals.nth(0))).toBe(names[1])
      await press(page, 'Add a round')
      const round = page.getByRole('button', { name: 'Remove Round 2' })
      expect(await focusAfter(round)).toMatch(/Add a round$/)
      await press(page, 'Add charts to Round 1')
      await picker.getByLabel('Hashes of charts').fill(`${first.hash} ${played.hash}`)
      await press(picker, 'Add charts')
      await picker.getByText('4 charts in this round').waitFor()
      await press(picker, 'Done')

      // The draft is stored as it is typed.
      await saved(page)
      await page.reload()
      await page.getByText('4 charts, 196 more fit').waitFor()
      expect(await page.getByLabel('Description').inputValue()).toBe('Four charts for the cold evenings.')
      expect(await page.getByLabel('Address').inputValue()).toBe(slug)
      expect(await page.getByRole('radio', { name: /^Podium/ }).isChecked()).toBe(true)

      await press(page, 'Preview')
      const preview = panel(page, '4. Preview')
      await preview.getByText('6 players').waitFor()
      await preview.getByText('dancer01').waitFor()
      await clean(page)

      await press(page, 'Publish')
      await press(page.getByRole('dialog', { name: `Publish ${name}?` }), 'Publish')
      await eventually(() => addressOf(page)).toBe(`/event/${slug}`)
      const poster = page.getByRole('region', { name })
      await poster.getByText('Organised by ada').waitFor()
      await eventually(() => loadedWidth(poster.locator('img'))).toBe(1200)
      await panel(page, 'Standings').getByText('dancer01').waitFor()
      await clean(page)

      // A deadline moves, with a preview and a reason.
      await poster.getByRole('link', { name: 'Organise', exact: true }).click()
      await page.getByLabel('End', { exact: true }).fill(inHours(72))
      await press(page, 'Preview')
      await page.getByText('1 difference').waitFor()
      await clean(page)
      await press(page, 'Change')
      const question = page.getByRole('dialog', { name: `Change ${name}?` })
      await question.getByLabel('Reason').fill('The arcade is closed on Sunday.')
      await press(question, 'Change')
      const changed = 'Changed. The standings follow within seconds.'
      await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(changed)

      // Its colour changes. The rules of its only round can't: it has begun.
      await page.getByText('Rules', { exact: true }).click()
      await page.getByText('Every round has begun.', { exact: false }).waitFor()
      await page.getByText('Rules', { exact: true }).click()
      await page.getByText('Poster, and who finds it', { exact: true }).click()
      expect(await page.getByRole('radio', { name: 'Red' }).isChecked()).toBe(true)
      await page.getByText('Teal', { exact: true }).click()
      await page.getByText('Preview').last().click()
      await page.getByText('Colour', { exact: true }).waitFor()
      await clean(page)
      await press(page, 'Change')
      await question.getByLabel('Reason').fill('Teal is colder.')
      await press(question, 'Change')
      await question.waitFor({ state: 'detached' })

      // A play is taken out, from its page.
      await page.goto(`${site.url}/play/${lastPlay}`)
      await page.getByRole('link', { name: 'Take out', exact: true }).last().click()
      await page.getByText('It stays on all other leaderboards.', { exact: false }).waitFor()
      await press(page, 'Preview')
      await page.getByText('counts → taken out').waitFor()
      await clean(page)
      await press(page, 'Change')
      await question.getByLabel('Reason').fill('Played on a broken pad.')
      await press(question, 'Change')
      await page.getByRole('heading', { name: 'Taken out' }).waitFor()

      // Ben helps.
      await page.getByText('Organisers', { exact: true }).click()
      await page.getByLabel('Add a player').fill('ben')
      await press(page, 'Add ben')
      const search = 'Search players...'
      expect(await focusAfter(page.getByRole('button', { name: 'Remove ben' }))).toBe(search)
      await page.getByLabel('Add a player').fill('ben')
      expect(await focusAfter(page.getByRole('button', { name: 'Add ben' }))).toBe(search)
      await page.getByText('Preview').last().click()
      await press(page, 'Change')
      await question.getByLabel('Reason').fill('More hands on the evening.')
      await press(question, 'Change')
      await question.waitFor({ state: 'detached' })

      await page.getByRole('link', { name: 'Event', exact: true }).last().click()
      await poster.getByText('Organised by ada and ben').waitFor()
      await page.getByText('History', { exact: true }).click()
      const history = page.getByRole('region', { name: 'History' })
      await history.getByText('The arcade is closed on Sunday.').waitFor()
      expect(await history.locator('li').count()).toBe(5)
      await clean(page)

      // The results elsewhere: a picture, a file, an overlay.
      const elsewhere = page.getByRole('region', { name: 'Results', exact: true })
      await press(elsewhere, 'Share')
      const picture = page.getByRole('img', { name: `The standings of ${name}` })
      await eventually(() => picture.evaluate((of: HTMLImageElement) => of.naturalWidth)).toBe(1200)
      await page.keyboard.press('Escape')
      const link = elsewhere.getByRole('link', { name: 'Standings as CSV' })
      const csv = await (await fetch(site.url + (await link.getAttribute('href')))).text()
      expect(csv).toContain('"dancer01"')
      await elsewhere.getByText('Stream overlay').click()
      const address = await elsewhere.getByRole('link', { name: 'Preview' }).getAttribute('href')
      await clean(page)
      for (const size of ['card', 'bar']) {
        const overlay = await site.visit(`${new URL(address ?? '').pathname}?size=${size}`, { width })
        await overlay.getByRole('heading', { name }).waitFor()
        await overlay.getByText('#1').waitFor({ state: 'attached' })
        await clean(overlay)
      }

      const helper = await visit(`/event/${slug}`, ben, width)
      await helper.getByRole('link', { name: 'Organise', exact: true }).click()
      await helper.getByText('Name and texts').waitFor()
      expect(await helper.getByText('Organisers', { exact: true }).count()).toBe(0)

      const visitor = await site.visit('/events', { width })
      const row = panel(visitor, 'Running').getByRole('listitem').filter({ hasText: name })
      await row.getByText('1 round, 4 charts').waitFor()
      await eventually(() => loadedWidth(row.locator('img'))).toBe(1200)
      await row.getByRole('link', { name: 'ada' }).waitFor()
      await visitor.getByText('to run an event of your own').waitFor()
      await clean(visitor)
      await visitor.goto(`${site.url}/event/${slug}/organise`)
      await eventually(() => addressOf(visitor)).toBe('/login')
    },
    180_000,
  )

  it('says when a draft could not be saved, and saves it with the next attempt', async () => {
    const page = await visit('/events/new', ada)
    await newDraft(page, 'Spring Cup')
    await page.route('**/api/event-drafts/*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.continue(),
    )
    await page.getByLabel('Description').fill('One')
    await page.getByText('Not saved').waitFor()
    await clean(page)
    await page.unrouteAll()
    await press(page, 'Retry')
    await saved(page)
    // Another window has saved it since.
    const other = await visit(addressOf(page), ada)
    await other.getByLabel('Description').fill('Two')
    await saved(other)
    await page.getByLabel('Description').fill('Three')
    await page.getByText('Changed in another window').waitFor()
    await press(page, 'Load it')
    await eventually(() => page.getByLabel('Description').inputValue()).toBe('Two')
    // The error of the 503, which the test has caused.
    site.takeErrors()
  })

  itLong('gets another address where the suggested one is taken, and is deleted as a draft', async () => {
    const page = await visit('/events/new', ben)
    await newDraft(page, 'Spring Cup')
    expect(await page.getByLabel('Address').inputValue()).toBe('')
    await page.getByLabel('Address').fill('spring-cup')
    await page.getByText('Not saved').waitFor()
    expect(await errorOf(page, 'Address')).toBe('This address is taken')
    await page.getByLabel('Address').fill('spring-cup-2')
    await saved(page)
    // Rounds with equally many charts.
    await press(page, 'Add a round')
    await page.getByRole('region', { name: 'Round 2' }).waitFor()
    await clean(page)
    await press(page, 'Delete')
    await press(page.getByRole('dialog', { name: 'Delete this draft?' }), 'Delete')
    await eventually(() => addressOf(page)).toBe('/events')
    await page.getByRole('link', { name: 'New event' }).waitFor()
    expect(await page.getByText('Spring Cup').count()).toBe(0)
  })
})
