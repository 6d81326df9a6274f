import { type Browser, chromium, type Page } from 'playwright-core'
import { z } from 'zod'
import { chromiumPath } from '../../../scripts/services.ts'
import type { Endings } from '../endings.ts'
import { spreadOf } from '../figures.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { startBareServer } from '../stage/bare-server.ts'
import { hotChart } from '../stage/hot-chart.ts'
import { bareTables, firstRow, noteFirstRow } from '../stage/in-page.ts'
import type { Stage } from '../stage/stage.ts'

/** Visits of a round, each by a browser that has never been there. */
const visits = 3

/** What a visitor waits for, on Chromium: the first row of home and of the hot chart, and whether anything moved on the way. */
export async function measureFirstRow(
  flags: Flags,
  ends: Endings,
  onStage: () => Promise<Stage>,
): Promise<Row[]> {
  const program = chromiumPath()
  if (program === null) {
    console.error('SKIPPED: the time to the first row wants Chromium (Debian: apt-get install chromium)')
    return []
  }
  const { url } = await onStage()
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({
    executablePath: program,
    args: [...sandbox, '--disable-dev-shm-usage'],
  })
  ends.add(() => browser.close())
  const players = `${flags.players.toLocaleString('en-US')} players`
  return [
    ...(await measurePage('home', `${url}/`)),
    ...(await measurePage(`a chart of ${players}`, `${url}/chart/${hotChart.hash}`)),
  ]

  async function measurePage(name: string, address: string): Promise<Row[]> {
    const bare = await startBareServer('', ends, await bareCopyOf(browser, address))
    const measured = await interleaved(
      flags.rounds,
      () => visit(browser, address),
      () => visit(browser, `${bare.url}/copy`),
    )
    const text = { path: 'page', floorIs: 'a bare page with the same tables' } as const
    return [
      rowOf({ ...text, what: `first row of ${name}`, unit: 'ms' }, measured, ({ shown }) => shown),
      rowOf(
        { path: 'page', what: `what moved on ${name}`, unit: 'shift', aim: '0' },
        { ours: measured.ours, floor: [] },
        ({ moved }) => moved,
      ),
    ]
  }
}

/** Medians of some visits. `shown`: ms from the start of the navigation to the frame with the first row; `moved`: cumulative layout shift. */
async function visit(browser: Browser, address: string) {
  const shown: number[] = []
  const moved: number[] = []
  for (let i = 0; i < visits; i++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await page.addInitScript(noteFirstRow)
    await page.goto(address, { waitUntil: 'networkidle' })
    shown.push(await noted(page, 'firstRow'))
    moved.push(await noted(page, 'moved'))
    await context.close()
  }
  return { shown: spreadOf(shown).median, moved: spreadOf(moved).median }
}

async function noted(page: Page, name: 'firstRow' | 'moved'): Promise<number> {
  await page.locator(firstRow).first().waitFor()
  return Number(await page.evaluate(`window.noted.${name}`))
}

/** A page with the words and links of the tables of ours, and nothing around them. */
async function bareCopyOf(browser: Browser, address: string): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(address)
  await page.locator(firstRow).first().waitFor()
  const tables = z.string().parse(await page.evaluate(bareTables))
  await page.close()
  return `<!doctype html><meta charset="utf-8"><title>bare</title>${tables}`
}
