import { overlayPage } from '@stepledger/contracts/http/overlay.ts'
import { sessionPage } from '@stepledger/contracts/http/play-sessions.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { itLong } from '../length.ts'
import { call, newPlayer, type Player, submitUntilRanked } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { expectClean } from './expect-clean.ts'
import { horizontalOverflow, resize, violations } from './page-checks.ts'
import { sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'

describe.skipIf(noBrowser)('the overlay for streamers', () => {
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

  it('shows the last play, its rank and the session, and updates live', async () => {
    const page = await site.visit(`/overlay/${ada.id}?board=ex`)
    await page.getByText('Your first play will show up here.').waitFor()
    const chart = smallChart(81)

    await sendPlay(site.url, ada, { chart, seed: 1, skill: 0.3 })
    await page.getByText('#1 of 1').waitFor()
    const { boards, playId } = await submitUntilRanked(
      site.url,
      ada,
      playBody({ chart, seed: 2, skill: 0.8 }),
    )
    await page.getByText('#1, new best').waitFor()
    const ex = boards.find(({ type }) => type === 'EX')
    const text = await page.getByRole('main').textContent()
    expect(text).toContain(`${ex?.score}%`)
    expect(text).toContain(ex?.delta)
    const cells = page.locator('dl > div')
    expect(await cells.allInnerTexts()).toEqual([
      'Plays\n2',
      expect.stringMatching(/^Time\n\d+ min$/),
      'Bests\n1',
      expect.stringMatching(/^Error\n\d+\.\d ms$/),
    ])

    const overlay = overlayPage.parse((await call(`${site.url}/api/overlay/${ada.id}`)).body)
    const session = sessionPage.parse((await call(`${site.url}/api/play/${playId}/session`)).body)
    const { startedAt, endedAt } = session
    expect(overlay.session).toMatchObject({ startedAt, endedAt })

    await sendPlay(site.url, ben, { chart, seed: 3, skill: 1 })
    await page.getByText('#2, new best').waitFor()
    expect(await page.getByRole('link').count()).toBe(0)
  })

  itLong('is configured on the own profile, which shows its address', async () => {
    const page = await site.visit('/user', { token: ada.token })
    await page.getByText('Stream overlay').click()
    await page.getByRole('radio', { name: 'Bar' }).click()
    await page.getByRole('region', { name: 'Stream overlay' }).getByRole('radio', { name: 'ITG' }).click()
    await page.getByLabel('Theme', { exact: true }).selectOption('Default (Light)')
    await page.getByText(`/overlay/${ada.id}?size=bar&board=itg&theme=winter`).waitFor()
    for (const width of [1280, 390]) {
      await resize(page, width)
      expect([width, await violations(page), await horizontalOverflow(page)]).toEqual([width, [], 0])
    }
  })

  it("has a transparent background, and takes size and theme from its address, whatever the site's theme", async () => {
    const page = await site.visit(`/overlay/${ada.id}?theme=winter&size=bar&scale=1.5`, { theme: 'retro' })
    await page.getByRole('heading', { name: 'ada' }).waitFor({ state: 'attached' })
    const looks = await page.evaluate(() => {
      const colours = [document.documentElement, document.body].map(
        (e) => getComputedStyle(e).backgroundColor,
      )
      const { width, height } = document.querySelector('section')?.getBoundingClientRect() ?? {}
      return { theme: document.documentElement.dataset.theme, colours, width, height }
    })
    const nothing = 'rgba(0, 0, 0, 0)'
    expect(looks).toEqual({ theme: 'winter', colours: [nothing, nothing], width: 1140, height: 108 })
  })

  it('shows nothing that the profile does not: a withdrawn play disappears', async () => {
    const chart = smallChart(82)
    const { playId } = await sendPlay(site.url, ben, { chart, seed: 4, failsAt: 0.5 })
    const page = await site.visit(`/overlay/${ben.id}`)
    await page.getByText('Not ranked').waitFor()
    await call(`${site.url}/api/play/${playId}`, { method: 'DELETE', token: ben.token })
    await eventually(() => page.getByText('Not ranked').count()).toBe(0)
    const nobody = await site.visit('/overlay/00000000-0000-4000-8000-000000000000')
    await nobody.getByText('User not found').waitFor()
  })

  itLong('has no axe violations, wide and narrow, dark and light', async () => {
    for (const size of ['card', 'bar']) {
      const page = await site.visit(`/overlay/${ada.id}?size=${size}`)
      await page.getByRole('heading', { name: 'ada' }).waitFor({ state: 'attached' })
      await expectClean(page)
    }
  })
})
