import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { columnType } from '@stepledger/contracts/analysis/table.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { getData, type PublishedSeries } from '@stepledger/contracts/http/data.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { sampleQuery } from '../../web/features/data/sample-query.ts'
import { analyse, python } from '../published-data/analyst.ts'
import { type CountingProxy, countingProxy } from '../published-data/counting-proxy.ts'
import { publish, published, removeMostActivePlayer } from '../published-data/publish.ts'
import { runLedger } from '../system/ledger-command.ts'
import { type Server, startServer } from '../system/server.ts'
import { applyTheme, horizontalOverflow, resize, violations } from './page-checks.ts'
import { type BrowsedSite, browseSite, noBrowser } from './site.ts'

const month = '2026-10'
/** Arrow types of the columns. */
const arrowTypes: Readonly<Record<z.infer<typeof columnType>, string>> = {
  BOOLEAN: 'bool',
  SMALLINT: 'int16',
  INTEGER: 'int32',
  BIGINT: 'int64',
  DOUBLE: 'double',
  VARCHAR: 'string',
  DATE: 'date32[day]',
  TIMESTAMP: 'timestamp[us]',
  'SMALLINT[]': 'list<element: int16>',
  'INTEGER[]': 'list<element: int32>',
}

describe('the published data of a server', () => {
  let folder: string
  let server: Server
  let proxy: CountingProxy
  let series: PublishedSeries
  let visited: BrowsedSite | null = null
  const fileOf = (table: string) => {
    const file = series.files.find((one) => one.table === table && one.month === month)
    if (!file) throw new Error(`no ${table} of ${month}`)
    return file
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stepledger-published-'))
    server = await startServer(folder, { CHECK_ANSWERS: 'on', DATA_LICENCE: 'CC0 1.0' })
    const seed = 'seed --plays 4000 --charts 8 --players 200 --until 2026-10-20T12:00Z --yes'
    expect(await runLedger(folder, seed.split(' '))).toMatchObject({ code: 0 })
    proxy = await countingProxy(server.url)
    if (!noBrowser) visited = await browseSite(server.url)
  })
  afterAll(async () => {
    await visited?.close()
    await proxy.stop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const visit = async () => {
    const page = await visited?.visit('/data')
    if (!page) throw new Error('no browser')
    await page.getByRole('heading', { name: 'What the columns mean' }).waitFor()
    return page
  }
  const looksRight = async (page: Page) => {
    for (const width of [1280, 390]) {
      await resize(page, width)
      for (const theme of ['arrow-blue', 'winter']) {
        await applyTheme(page, theme)
        const found = [width, theme, await horizontalOverflow(page), await violations(page)]
        expect(found).toEqual([width, theme, 0, []])
      }
    }
  }

  it.skipIf(noBrowser)('has a page before the first publication', async () => {
    const page = await visit()
    await page.getByText('Nothing has been published yet').waitFor()
    await looksRight(page)
    expect(await visited?.endVisits()).toEqual([])
  })

  it.skipIf(noBrowser)('shows loading and error on its page; Retry loads it', async () => {
    let answer = (_status: number) => {}
    const asked = new Promise<number>((resolve) => {
      answer = resolve
    })
    const page = await visited?.visit('/data', {}, (page) =>
      page.route(`**${getData.path}`, async (route) => {
        const status = await asked
        await route.fulfill({ status, json: { error: 'Too many requests' } })
      }),
    )
    if (!page) throw new Error('no browser')
    const main = page.getByRole('main')
    await main.getByText('Loading…').waitFor({ state: 'attached' })
    await looksRight(page)
    answer(429)
    const alert = main.getByRole('alert')
    await alert.getByText('Too many requests').waitFor()
    expect(await main.getByText('Loading…').count()).toBe(0)
    await looksRight(page)
    await page.unrouteAll()
    await alert.getByRole('button', { name: 'Retry' }).press('Enter')
    await main.getByRole('heading', { name: 'What the columns mean' }).waitFor()
    expect([await alert.count(), await visited?.endVisits()]).toEqual([0, []])
  })

  it('is listed, and each file matches its entry', async () => {
    series = await publish(folder, server.url)
    expect(await published(server.url)).toMatchObject({ licence: 'CC0 1.0', publishedAt: null })
    expect(new Set(series.files.map(({ table }) => table))).toEqual(
      new Set(analysisTables.map(({ name }) => name)),
    )
    for (const { url, bytes, sha256 } of series.files) {
      const body = Buffer.from(await (await fetch(server.url + url)).arrayBuffer())
      expect([body.length, createHash('sha256').update(body).digest('hex')]).toEqual([bytes, sha256])
    }
  })

  it.skipIf(noBrowser)('has a page with sizes, checksums, columns and terms', async () => {
    const page = await visit()
    await page.getByText('CC0 1.0').waitFor()
    const files = page.getByRole('region', { name: 'Files' })
    await files
      .locator('summary')
      .filter({ hasText: /^timing/ })
      .press('Enter')
    const { url, sha256 } = fileOf('timing')
    const link = files.getByRole('link', { name: `timing ${month}` })
    expect(await link.getAttribute('href')).toBe(url)
    await files.getByText(sha256.slice(0, 16)).waitFor()
    const meanings = page.getByRole('region', { name: 'What the columns mean' })
    await meanings
      .locator('summary')
      .filter({ hasText: /^scores/ })
      .click()
    await meanings.getByText('Players who had it; noise: standard deviation 5').waitFor()
    await page.getByRole('link', { name: 'fully anonymised' }).click()
    await page.locator('summary').filter({ hasText: 'Remaining risks' }).press('Enter')
    await page.getByText('The figure is for a single play').waitFor()
    const line = sampleQuery(series, server.url) ?? 'no line'
    expect(await page.locator('pre').textContent()).toBe(line)
    await looksRight(page)
    expect(await visited?.endVisits()).toEqual([])
  })

  it.skipIf(noBrowser)('can be queried on the page that it links to', async () => {
    const page = await visit()
    await page.getByRole('link', { name: 'Explore the Data' }).click()
    await page.getByRole('button', { name: 'Run' }).click()
    const answer = page.getByRole('region', { name: 'Answer' })
    await answer.getByText(/^3 rows/).waitFor()
    const drawn = await answer.getByRole('img', { name: /^change since the first 15 minutes/ }).count()
    await page.getByLabel('SQL').fill('SELECT count(*)::INTEGER AS rows FROM scores')
    await page.getByRole('button', { name: 'Run' }).click()
    await answer.getByText('1 row,').waitFor()
    const published = fileOf('scores').rows
    expect([drawn, await answer.getByRole('cell').textContent()]).toEqual([
      1,
      published.toLocaleString('en-US'),
    ])
    expect(await visited?.endVisits()).toEqual([])
  })

  describe.skipIf(python === null)('the published data for analysts', () => {
    it('DuckDB reads it over HTTP without fetching any byte twice, and the snippet of the page works', async () => {
      const { url, bytes, rows } = fileOf('timing')
      const { rows: counted } = await analyse({
        queries: [`select count(*), sum(late) is not null from '${proxy.url}${url}'`],
      })
      const read = proxy.takeBytes()
      expect(counted).toEqual([[[rows, true]]])
      process.stdout.write(`DuckDB read ${read} of ${bytes} bytes\n`)
      expect(read).toBeLessThanOrEqual(bytes)

      const line = sampleQuery({ files: [fileOf('chart_months')] }, proxy.url) ?? ''
      const { rows: answers } = await analyse({ queries: [line] })
      expect(answers[0]?.[0]).toEqual([expect.any(String), expect.any(Number), expect.any(Number)])
    })

    it('pyarrow reads the types of the dictionary, and nulls only where it allows them', async () => {
      const wanted = analysisTables.flatMap(({ name, columns }) => {
        const file = series.files.find(({ table }) => table === name)
        return file ? [{ file, columns }] : []
      })
      const paths = await Promise.all(
        wanted.map(async ({ file }) => {
          const path = join(folder, `${file.table}.parquet`)
          await writeFile(path, Buffer.from(await (await fetch(server.url + file.url)).arrayBuffer()))
          return path
        }),
      )
      const { files } = await analyse({ files: paths })
      for (const [i, { file, columns }] of wanted.entries()) {
        const found = files[i]
        expect([file.table, found?.rows]).toEqual([file.table, file.rows])
        const types = Object.entries(found?.types ?? {}).map(([name, type]) => [
          name,
          type.replace('child', 'element'),
        ])
        expect([file.table, types]).toEqual([
          file.table,
          columns.map(({ name, type }) => [name, arrowTypes[type]]),
        ])
        const never = columns.filter(({ nullable }) => nullable === null)
        for (const { name } of never)
          expect([file.table, name, found?.nulls[name]]).toEqual([file.table, name, 0])
      }
    })
  })

  it('a player who left is in neither the next series nor earlier ones', async () => {
    await removeMostActivePlayer(folder)
    const next = await publish(folder, server.url)
    expect((await published(server.url)).series.map(({ id }) => id)).toEqual([next.id])
    const named = new Set(next.files.map(({ url }) => url))
    const gone = series.files.filter(({ url }) => !named.has(url))
    expect(gone.length).toBeGreaterThan(0)
    for (const { url } of gone) expect((await fetch(server.url + url)).status).toBe(404)

    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('\nstepledger_published_series 1\n')
    expect(metrics).toContain(
      `\nstepledger_published_series_timestamp_seconds ${Date.parse(next.madeAt) / 1000}\n`,
    )
    expect(metrics).toContain('\nstepledger_publication_duration_seconds_count{outcome="failed"} 0\n')

    const again = await publish(folder, server.url)
    expect((await published(server.url)).series.map(({ id }) => id)).toEqual([again.id, next.id])
    // Unchanged data keeps its file.
    expect(again.files.filter((file) => file.month === month)).toEqual(
      next.files.filter((file) => file.month === month),
    )
  })
})
