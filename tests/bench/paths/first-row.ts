import { itemAt } from '@stepledger/contracts/item-at.ts'
import { type Browser, chromium, type Page } from 'playwright-core'
import { z } from 'zod'
import { chromiumPath } from '../../../scripts/services.ts'
import { generatedChart } from '../../generators/chart.ts'
import { playBody } from '../../generators/play-body.ts'
import { submit } from '../../system/client.ts'
import type { Cleanup } from '../cleanup.ts'
import { spreadOf } from '../figures.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { startBareServer } from '../setup/bare-server.ts'
import type { FilledServer } from '../setup/filled-server.ts'
import { hotChart } from '../setup/hot-chart.ts'
import { bareTables, firstRow, noteFirst, timingDots } from '../setup/in-page.ts'

/** Visits in a round, each with an empty browser profile. */
const visits = 3

/** Rows of one of the longest plays. */
const longRows = 18_000

/**
 * Load times in Chromium: the first row of home and of the hot chart, the dots of a long play, and the layout shift.
 */
export async function measureFirstRow(
  flags: Flags,
  cleanup: Cleanup,
  filledServer: () => Promise<FilledServer>,
): Promise<Row[]> {
  const program = chromiumPath()
  if (program === null) {
    console.error('SKIPPED: the time to the first row wants Chromium (Debian: apt-get install chromium)')
    return []
  }
  const { url, crowd } = await filledServer()
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({
    executablePath: program,
    args: [...sandbox, '--disable-dev-shm-usage'],
  })
  cleanup.add(() => browser.close())
  const players = `${flags.players.toLocaleString('en-US')} players`
  return [
    ...(await measurePage('home', `${url}/`)),
    ...(await measurePage(`a chart of ${players}`, `${url}/chart/${hotChart.hash}`)),
    await measureLongPlay(),
  ]

  async function measureLongPlay(): Promise<Row> {
    const body = playBody({ chart: generatedChart({ seed: 18, rows: longRows }), seed: 18, skill: 0.6 })
    const { playId } = await submit(url, { key: itemAt(crowd.keys, 0) }, body)
    const measured = await interleaved(
      flags.rounds,
      () => visit(browser, `${url}/play/${playId}`, timingDots),
      null,
    )
    return rowOf(
      {
        path: 'page',
        what: `timing chart of a play of ${longRows.toLocaleString('en-US')} rows`,
        unit: 'ms',
        aim: { most: 1_000 },
      },
      measured,
      ({ shown }) => shown,
    )
  }

  async function measurePage(name: string, address: string): Promise<Row[]> {
    const bare = await startBareServer('', cleanup, await bareCopyOf(browser, address))
    const measured = await interleaved(
      flags.rounds,
      () => visit(browser, address, firstRow),
      () => visit(browser, `${bare.url}/copy`, firstRow),
    )
    const text = { path: 'page', floorIs: 'a bare page with the same tables' } as const
    return [
      rowOf(
        { ...text, what: `first row of ${name}`, unit: 'ms', aim: { of: 'above floor', most: 400 } },
        measured,
        ({ shown }) => shown,
      ),
      rowOf(
        { path: 'page', what: `layout shift of ${name}`, unit: 'shift', aim: { most: 0 } },
        { ours: measured.ours, floor: [] },
        ({ moved }) => moved,
      ),
    ]
  }
}

/**
 * Medians of several visits. `shown`: ms from the start of the navigation to the frame with the first such element;
 * `moved`: cumulative layout shift.
 */
async function visit(browser: Browser, address: string, selector: string) {
  const shown: number[] = []
  const moved: number[] = []
  for (let i = 0; i < visits; i++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await page.addInitScript(noteFirst(selector))
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.locator(selector).first().waitFor()
    shown.push(await recorded(page, 'shown'))
    moved.push(await recorded(page, 'moved'))
    await context.close()
  }
  return { shown: spreadOf(shown).median, moved: spreadOf(moved).median }
}

async function recorded(page: Page, name: 'shown' | 'moved'): Promise<number> {
  return Number(await page.evaluate(`window.noted.${name}`))
}

/** A page with only the words and links of our tables. */
async function bareCopyOf(browser: Browser, address: string): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(address)
  await page.locator(firstRow).first().waitFor()
  const tables = z.string().parse(await page.evaluate(bareTables))
  await page.close()
  return `<!doctype html><meta charset="utf-8"><title>bare</title>${tables}`
}
