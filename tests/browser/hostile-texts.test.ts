import { authAnswer } from '@stepledger/contracts/http/shapes/user.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packChart } from '../generators/pack-chart.ts'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, submit } from '../system/client.ts'
import { addPacks } from './packs.ts'
import { horizontalOverflow } from './page-checks.ts'
import { smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'

/** Runs when a page interprets it as markup. */
const markup = '<img src=x onerror="window.hacked=1"><svg/onload=window.hacked=1>'
const known = smallChart(1)
const unknown = smallChart(2)
const texts = {
  songName: `song ${markup}`,
  artist: `artist ${markup}`,
  pack: `pack ${markup}`,
  stepartist: `steps ${markup}`,
  description: `javascript:window.hacked=1 ${markup}`,
}
/** The same without spaces, for aliases. */
const alias = '<img/src=x/onerror=window.hacked=1>'

describe.skipIf(noBrowser)('texts that contain markup', () => {
  let site: Site
  let userId: string
  let plays: readonly number[]
  beforeAll(async () => {
    site = await openSite()
    await addPacks(site, [
      {
        packId: 1,
        name: texts.pack,
        at: 1_770_000_000_000,
        songs: [
          {
            songId: 1,
            title: texts.songName,
            artist: texts.artist,
            charts: [packChart(known, { stepartist: texts.stepartist, description: texts.description })],
          },
        ],
      },
    ])
    const registered = await call(`${site.url}/api/register`, {
      body: { email: 'eve@example.com', alias, password: 'correct horse' },
    })
    const { token, user } = authAnswer.parse(registered.body)
    userId = user.id
    const sent = []
    for (const chart of [known, unknown])
      sent.push(
        await submit(
          site.url,
          { key: token },
          { ...playBody({ chart, seed: 1 }), ...texts, hash: chart.hash },
        ),
      )
    plays = sent.map(({ playId }) => playId)
  })
  afterAll(() => site.close())

  const hacked = (page: Page) => page.evaluate(() => 'hacked' in window)

  it('are shown as text in plays, packs, songs and aliases, and run nowhere', async () => {
    const page = await site.visit('/')
    for (const path of [
      '/',
      '/packs',
      '/pack/1',
      '/charts',
      `/chart/${known.hash}`,
      `/chart/${unknown.hash}`,
      ...plays.map((id) => `/play/${id}`),
      `/user/${userId}`,
      `/user/${encodeURIComponent(alias)}`,
    ]) {
      await page.goto(site.url + path)
      await page.getByText('<img').first().waitFor()
      expect([path, await page.locator('img[src="x"]').count(), await hacked(page)]).toEqual([path, 0, false])
      expect([path, await horizontalOverflow(page)]).toEqual([path, 0])
    }
    const { token } = await newPlayer(site.url, 'mallory')
    const search = await site.visit('/profile?section=rivals', { token })
    await search.getByRole('searchbox', { name: 'Search players by alias' }).fill('<img')
    await search.getByRole('link', { name: alias, exact: true }).waitFor()
    expect(await hacked(search)).toBe(false)
    expect(await site.endVisits()).toEqual([])
  })

  it('are escaped in link pages, cards and addresses', async () => {
    for (const path of [
      `/play/${plays[0]}`,
      `/chart/${known.hash}`,
      `/user/${userId}`,
      '/pack/1',
      '/sitemap.xml',
    ]) {
      const answer = await fetch(site.url + path, { headers: { accept: 'text/html' } })
      const html = await answer.text()
      expect([path, html.includes('<img'), html.includes('<svg/onload')]).toEqual([path, false, false])
    }
  })

  it('would not run even as markup: the content security policy blocks them', async () => {
    const page = await site.visit('/')
    await page.evaluate((html) => {
      document.body.insertAdjacentHTML('beforeend', html)
    }, markup)
    await page.locator('img[src="x"]').waitFor({ state: 'attached' })
    expect(await hacked(page)).toBe(false)
    expect((await site.endVisits()).join()).toContain('Content Security Policy')
  })
})
