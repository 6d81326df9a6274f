import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { type Player, submit } from '../system/client.ts'
import { contention } from './contention.ts'
import { eventually } from './eventually.ts'
import { rowOf } from './find.ts'
import { newPlayers, sendPlay, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const chart = smallChart(71)

/** Records when the page first showed each play, ms since 1970, the page's height, and the number of DOM changes. */
async function watch(page: Page) {
  await page.evaluate(() => {
    const seen = new Map<string, number>()
    const look = () => {
      for (const link of document.querySelectorAll('main a[href^="/play/"]')) {
        const href = link.getAttribute('href') ?? ''
        if (!seen.has(href)) seen.set(href, Date.now())
      }
    }
    look()
    const watched = { seen, heights: new Set([document.body.scrollHeight]), changes: 0 }
    new MutationObserver(() => {
      watched.changes++
      look()
      requestAnimationFrame(() => watched.heights.add(document.body.scrollHeight))
    }).observe(document.body, { childList: true, subtree: true })
    Object.assign(window, { watched })
  })
}

/** The records; `seen` by play id. */
function recorded(page: Page): Promise<{ seen: [string, number][]; heights: number[]; changes: number }> {
  return page.evaluate(
    "({ seen: [...watched.seen].map(([k, v]) => [k.split('/')[2], v]), heights: [...watched.heights], changes: watched.changes })",
  )
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

describe.skipIf(noBrowser)('open pages', () => {
  let site: Site
  let players: Player[]
  beforeAll(async () => {
    site = await openSite()
    players = await newPlayers(site.url, 'p', 20)
    await Promise.all(players.map((player, i) => sendPlay(site.url, player, { chart, seed: i })))
  })
  afterAll(() => site.close())
  const playerAt = (i: number): Player => {
    const player = players[i % players.length]
    if (!player) throw new Error('no players')
    return player
  }

  it('show a play within 250 ms of its acknowledgement', async () => {
    const pages = await Promise.all(
      ['/', `/chart/${chart.hash}`, `/user/${playerAt(0).id}`].map((path) => site.visit(path)),
    )
    for (const page of pages) {
      await page.locator('main a[href^="/play/"]').first().waitFor()
      await watch(page)
    }
    const delays: number[][] = pages.map(() => [])
    const slowdowns: number[] = []
    for (let seed = 100; seed < 109; seed++) {
      // Acknowledged by the ledger, without waiting for the boards.
      const body = playBody({ chart, seed, skill: 0.5 })
      // Neighbouring plays of a player would be one row.
      await sendPlay(site.url, playerAt(1), { chart: smallChart(79), seed })
      slowdowns.push(contention())
      const { playId } = await submit(site.url, playerAt(0), body, { prefer: 'wait=0' })
      const acknowledged = Date.now()
      for (const [i, page] of pages.entries()) {
        await rowOf(page, playId).first().waitFor()
        const { seen } = await recorded(page)
        const at = seen.find(([id]) => Number(id) === playId)?.[1]
        delays[i]?.push((at ?? Number.POSITIVE_INFINITY) - acknowledged)
      }
    }
    process.stdout.write(
      `From acknowledged to shown, ms: ${delays.map((list) => list.join(' ')).join(' · ')}; all takes ${medianOf(slowdowns).toFixed(1)} times as long\n`,
    )
    // The limit for an idle machine, scaled by the measured contention.
    for (const list of delays) expect(medianOf(list)).toBeLessThan(250 * medianOf(slowdowns))
    await site.endVisits()
  })

  it('keep their scroll position and render at most ten times a second when a hundred plays arrive', async () => {
    const [home, reading] = [await site.visit('/'), await site.visit('/', { width: 390 })]
    for (const page of [home, reading]) await page.locator('main a[href^="/play/"]').nth(9).waitFor()
    await reading.evaluate(() => scrollTo(0, 600))
    await eventually(() => reading.evaluate(() => scrollY)).toBe(600)
    const first = await reading.locator('main a[href^="/play/"]').first().getAttribute('href')
    await watch(home)
    await watch(reading)

    const began = Date.now()
    let last = 0
    for (let batch = 0; batch < 10; batch++) {
      const sent = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          sendPlay(site.url, playerAt(i), { chart: smallChart(80 + i), seed: 1000 + batch * 10 + i }),
        ),
      )
      last = Math.max(...sent.map(({ playId }) => playId))
    }
    await rowOf(home, last).waitFor()
    const seconds = (Date.now() - began) / 1000

    const { heights, changes } = await recorded(home)
    expect(heights).toHaveLength(1)
    // A batch changes the list, the live region and the highlights: a few changes each, not a hundred.
    expect(changes).toBeLessThan((seconds * 10 + 2) * 3)
    expect(await reading.evaluate(() => scrollY)).toBe(600)
    expect(await reading.locator('main a[href^="/play/"]').first().getAttribute('href')).toBe(first)
    await reading.getByRole('button', { name: /^\d+ new scores$/ }).click()
    await rowOf(reading, last).waitFor()
    expect(await site.endVisits()).toEqual([])
  })
})
