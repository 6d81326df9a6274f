import { readdir, stat } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { questions } from '@stepledger/contracts/analysis/questions/questions.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { numberText } from '@stepledger/contracts/look/figure/ticks.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openSample, runQuery } from '../../scripts/docs/analysis/sample-database.ts'
import { engineDownload } from '../../web/features/explore/engine-download.ts'
import { eventually } from './eventually.ts'
import { applyTheme, horizontalOverflow, resize, violations } from './page-checks.ts'
import { type Published, publish, servePublished } from './published.ts'
import { noBrowser, openSite, type Site } from './site.ts'

describe.skipIf(noBrowser)('the page for queries on the published data', () => {
  let site: Site
  let published: Published
  let duckdb: DuckDBConnection
  /** A page with DuckDB running, shared by tests that don't need their own. */
  let page: Page
  beforeAll(async () => {
    ;[site, published, duckdb] = await Promise.all([openSite(), publish(), openSample()])
  })
  afterAll(() => site.close())
  afterEach(() => expect(site.takeErrors()).toEqual([]))

  const open = (question: string, asked: URL[]) =>
    site.visit(`/data/explore?question=${question}`, {}, async (page) => {
      page.context().on('request', (request) => asked.push(new URL(request.url())))
      await servePublished(page, published)
    })
  const heavy = ({ pathname }: URL) => /duckdb|engine|read-worker|data\/files/.test(pathname)
  const run = async (page: Page, sql?: string) => {
    if (sql !== undefined) await page.getByLabel('SQL').fill(sql)
    await page.getByRole('button', { name: 'Run' }).click()
  }
  const answer = (page: Page) => page.getByRole('region', { name: 'Answer' })
  const cells = (page: Page) =>
    answer(page)
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))

  it('runs queries in the browser: loads engine and files once and on demand, then sends no request to this or any other host', async () => {
    const asked: URL[] = []
    page = await open('session-drift', asked)
    await page.getByRole('button', { name: 'Run' }).waitFor()
    expect(asked.filter(heavy)).toEqual([])

    await run(page)
    await answer(page).getByText('3 rows').waitFor()
    expect(await page.getByRole('img', { name: /^change since the first 15 minutes/ }).count()).toBe(1)
    expect(
      await answer(page)
        .getByText(/^Answered in this browser, from \d+ KB of sessions\.$/)
        .count(),
    ).toBe(1)
    const files = asked.filter(({ pathname }) => pathname.startsWith('/data/files/'))
    expect(files.map(({ pathname }) => pathname.split('/').at(-1)?.slice(0, 9))).toEqual(
      Array(3).fill('sessions-'),
    )

    // Finds a table name that only DuckDB's parser sees.
    await run(page, 'SELECT count(*)::INTEGER AS n FROM (SELECT 1), packs')
    await answer(page).getByText('1 row,').waitFor()
    expect(await cells(page)).toEqual([['3']])

    const before = asked.length
    await run(
      page,
      'SELECT minute, sum(players)::INTEGER AS players FROM sessions WHERE minute < 60 GROUP BY ALL',
    )
    await answer(page).getByText('2 rows').waitFor()
    await run(page, "SELECT * FROM read_csv('https://elsewhere.example/plays.csv')")
    await page.getByRole('alert').getByText('The query failed').waitFor()
    // Idle prefetching of other pages' chunks is expected.
    const calls = asked.slice(before).filter(({ pathname }) => !pathname.startsWith('/assets/'))
    expect(calls.map(({ href }) => href)).toEqual([])
    expect(asked.slice(before).filter(heavy)).toEqual([])
    expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set([site.url]))
    const compiled = page.evaluate(() => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])))
    await expect(compiled).rejects.toThrow('Content Security')
    expect(site.takeErrors().filter((text) => !/wasm|WebAssembly/i.test(text))).toEqual([])
  })

  it('states the download size of the engine', async () => {
    const assets = new URL('../../dist/web/assets/', import.meta.url)
    const names = (await readdir(assets)).filter((name) => /^duckdb.*\.br$/.test(name))
    const sizes = await Promise.all(names.map(async (name) => (await stat(new URL(name, assets))).size))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    expect(names).toHaveLength(2)
    expect(Math.abs(bytes / engineDownload - 1)).toBeLessThan(0.1)
  })

  it('no other page loads the engine, not even when idle', async () => {
    const asked: URL[] = []
    const page = await site.visit('/', {}, async (page) => {
      page.on('request', (request) => asked.push(new URL(request.url())))
    })
    // Chunks are prefetched in the order of the features, the uploader last.
    await eventually(() => asked.some(({ pathname }) => pathname.includes('uploader'))).toBe(true)
    expect(asked.filter(({ pathname }) => pathname.includes('explore-page'))).toHaveLength(1)
    expect(asked.filter(heavy)).toEqual([])
    await page.close()
  })

  it('gives the same results as native DuckDB, for every question and every value of every table', async () => {
    for (const { title, sql } of questions) {
      await page.getByRole('button', { name: title }).click()
      await answer(page)
        .getByText(/\d rows/)
        .waitFor()
      expect(await answer(page).getByRole('img').count(), title).toBe(1)
      const { rows } = await runQuery(duckdb, sql)
      const shown = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? numberText(cell) : cell)))
      expect(await cells(page), title).toEqual(shown)
    }
    const sums = analysisTables.map(
      ({ name }) =>
        `SELECT '${name}' AS of, count(*)::INTEGER AS n, md5(string_agg(t::VARCHAR, '|' ORDER BY t::VARCHAR)) AS sum FROM ${name} t`,
    )
    const sum = sums.join(' UNION ALL ')
    await run(page, sum)
    await answer(page).getByText(`${sums.length} rows`).waitFor()
    const { rows } = await runQuery(duckdb, sum)
    expect(await cells(page)).toEqual(
      rows.map((row) => row.map((cell) => (typeof cell === 'number' ? numberText(cell) : cell))),
    )
  })

  it("shows DuckDB's error messages, cuts results at 1,000 rows, and cancels an endless query", async () => {
    await page.getByRole('button', { name: 'How often is a meter passed?' }).click()
    await run(page, 'SELECT nonsense FROM charts')
    await page
      .getByRole('alert')
      .getByText(/column "nonsense" not found/)
      .waitFor()
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
    await run(page, 'SELEC 1')
    await page
      .getByRole('alert')
      .getByText(/^syntax error at or near "SELEC"/)
      .waitFor()

    await run(page, 'SELECT i, i * 2 AS twice FROM range(5000) t(i)')
    await answer(page).getByRole('status').getByText('The first 1,000 rows').waitFor()
    expect((await cells(page)).length).toBe(1000)
    expect(await answer(page).getByText('This chart needs the columns “meter”, “passed”.').count()).toBe(1)

    await run(page, 'SELECT sum(a.i * b.i) AS s FROM range(10000000) a(i), range(10000000) b(i)')
    await page.getByText('Running…').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await eventually(() => page.getByText('Running…').count()).toBe(0)
    // The previous result stays on the page.
    expect(await answer(page).getByRole('status').getByText('The first 1,000 rows').count()).toBe(1)

    await page.getByRole('button', { name: 'Undo Changes' }).click()
    await page.getByLabel('SQL').press('Control+Enter')
    await answer(page).getByText('12 rows').waitFor()

    await run(page, 'SELECT 1 AS meter, 2 AS passed WHERE false')
    await answer(page).getByText('No rows to draw.').waitFor()
  })

  it('says when nothing is published, when the list fails to load and when a file is missing; Retry loads it', async () => {
    const empty = await site.visit('/data/explore', {}, (page) =>
      servePublished(page, { files: new Map(), list: { ...published.list, series: [] } }),
    )
    await empty.getByText('Nothing has been published yet.').waitFor()

    let broken = true
    const page = await site.visit('/data/explore', {}, async (page) => {
      await servePublished(page, published)
      await page.route('**/api/data', (route) =>
        broken ? route.fulfill({ status: 503, json: { error: 'Not now' } }) : route.fallback(),
      )
      await page.route('**/data/files/**', (route) =>
        broken ? route.fulfill({ status: 404, body: '' }) : route.fallback(),
      )
    })
    await page.getByRole('alert').getByText('Not now').waitFor()
    broken = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('button', { name: 'Run' }).waitFor()
    broken = true
    await run(page)
    await page
      .getByRole('alert')
      .getByText(/returned 404/)
      .waitFor()
    broken = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await answer(page).getByText('3 rows').waitFor()
    expect(site.takeErrors().filter((text) => !/40[34]|503/.test(text))).toEqual([])
  })

  it('is accessible in dark and light, on a phone, and by keyboard', async () => {
    await page.getByRole('button', { name: 'Which charts are over-rated?' }).focus()
    await page.keyboard.press('Enter')
    await answer(page).getByText('EX points above the average').waitFor()
    await page.getByLabel('SQL').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await answer(page).getByText('12 rows').waitFor()
    for (const theme of ['arrow-blue', 'winter']) {
      for (const width of [1280, 390]) {
        await applyTheme(page, theme)
        await resize(page, width)
        expect(await violations(page), `${theme} ${width}`).toEqual([])
        expect(await horizontalOverflow(page)).toBe(0)
      }
    }
    await page.getByLabel('Question', { exact: true }).selectOption('judgments-by-speed')
    await answer(page)
      .getByText(/4\d rows/)
      .waitFor()
    expect(new URL(page.url()).search).toBe('?question=judgments-by-speed')
  })
})
