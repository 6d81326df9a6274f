import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paced } from '../bench/programs/paced.ts'
import { playBody } from '../generators/play-body.ts'
import type { Player } from '../system/client.ts'
import { eventually } from './eventually.ts'
import { traceMainThread } from './main-thread.ts'
import { newPlayers, smallChart } from './scores.ts'
import { noBrowser, openSite, type Site } from './site.ts'

const perSecond = 100
const seconds = 3

/** Longest main-thread task, ms of CPU time, that a user does not notice. */
const longest = 100

interface Records {
  readonly shiftsElsewhere: string[]
  readonly shiftsInLists: number
  readonly motions: string[]
}

describe.skipIf(noBrowser)('open pages at 100 plays per second', () => {
  let site: Site
  let players: Player[]
  const chart = smallChart(1)
  beforeAll(async () => {
    site = await openSite()
    players = await newPlayers(site.url, 'dancer', 25)
    for (const [i, player] of players.entries()) await post(player, i * 4)
    // A grade that is new on a chart adds a row to its panel: here all of them are known.
    for (let i = 0; i < 100; i++) await post(playerAt(i), 40_000 + i * 4)
  })
  afterAll(() => site.close())

  const playerAt = (n: number) => players[n % players.length] ?? { id: '', alias: '', token: '', key: '' }

  /** Submits a play as the game does; resolves when the ledger has acknowledged it. */
  async function post({ key }: Player, seed: number) {
    const body = playBody({ chart: seed % 4 === 0 ? chart : smallChart(2 + (seed % 30)), seed, skill: 0.7 })
    const answer = await fetch(`${site.url}/v1/chart/${body.hash}/play`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=0' },
      body: JSON.stringify(body),
    })
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const rush = async (firstSeed: number) => {
    let sent = 0
    return paced(perSecond, seconds, () => post(playerAt(sent), firstSeed + sent++))
  }

  it('neither shift nor block, and keep the scroll position of a reader', async () => {
    const paths = ['/', `/chart/${chart.hash}`]
    const watching = await Promise.all(paths.map((path) => site.visit(path, {}, record)))
    const reading = await site.visit('/', { width: 390 }, record)
    const pages = [...watching, reading]
    for (const page of pages) await page.locator('main a[href^="/play/"]').nth(5).waitFor()
    await reading.evaluate(() => scrollTo(0, 700))
    await eventually(() => reading.evaluate(() => scrollY)).toBe(700)
    // Warms up the JIT compiler of the pages.
    await rush(900)
    for (const page of pages) await takeRecords(page)

    const waiting = reading.getByRole('button', { name: /^\d+ new scores$/ })
    const { tasks } = await traceMainThread(reading, async () => {
      const { skipped } = await rush(1000)
      expect(skipped).toBe(0)
      await waiting.waitFor()
    })
    const found = await Promise.all(pages.map(takeRecords))
    const slowest = Math.max(0, ...tasks.map(({ ms }) => ms))
    process.stdout.write(
      `At ${perSecond} plays/s: ${tasks.length} tasks of the pages, the longest took ${slowest.toFixed(1)} ms\n`,
    )
    expect(tasks.length).toBeGreaterThan(perSecond)
    expect(found.map(({ shiftsElsewhere }) => shiftsElsewhere)).toEqual([[], [], []])
    expect(found[2]?.shiftsInLists).toBe(0)
    expect(await reading.evaluate(() => scrollY)).toBe(700)
    expect(slowest).toBeLessThanOrEqual(longest)
    expect(await site.endVisits()).toEqual([])
  })

  it('animate nothing with reduced motion', async () => {
    const page = await site.visit('/', { reducedMotion: true }, record)
    await page.locator('main a[href^="/play/"]').nth(5).waitFor()
    await takeRecords(page)
    const first = await page.locator('main a[href^="/play/"]').first().getAttribute('href')
    await rush(3000)
    await eventually(() => page.locator('main a[href^="/play/"]').first().getAttribute('href')).not.toBe(
      first,
    )
    expect((await takeRecords(page)).motions).toEqual([])
    expect(await site.endVisits()).toEqual([])
  })
})

/** Records layout shifts and started animations from the page load on. */
function record(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const shiftsElsewhere: string[] = []
    const shiftsInLists: number[] = []
    const motions: string[] = []
    Object.assign(window, { noted: { shiftsElsewhere, shiftsInLists, motions } })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry) || !('sources' in entry) || !Array.isArray(entry.sources)) continue
        for (const { node } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          if (element?.closest('tbody tr, li') ?? !element?.isConnected)
            shiftsInLists.push(Number(entry.value))
          else shiftsElsewhere.push(element?.outerHTML.slice(0, 120) ?? '')
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
    for (const kind of ['animationstart', 'transitionrun'])
      document.addEventListener(kind, ({ target }) => {
        motions.push(`${kind} ${target instanceof Element ? target.outerHTML.slice(0, 80) : ''}`)
      })
  })
}

/** What was recorded since the last call. */
function takeRecords(page: Page): Promise<Records> {
  return page.evaluate<Records>(
    `(() => {
      const { shiftsElsewhere, shiftsInLists, motions } = window.noted
      return {
        shiftsElsewhere: shiftsElsewhere.splice(0), shiftsInLists: shiftsInLists.splice(0).length,
        motions: motions.splice(0),
      }
    })()`,
  )
}
