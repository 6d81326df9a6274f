import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { promise } from '@stepledger/contracts/analysis/promise.ts'
import { questions } from '@stepledger/contracts/analysis/questions.ts'
import { type AnalysisColumn, analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { getData, type PublishedSeries } from '@stepledger/contracts/http/data.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numberText } from '../../web/features/data/number-text.ts'
import { appendPacks } from '../generators/append-packs.ts'
import { smallChart } from '../generators/small-song.ts'
import { analyse, python } from '../published-data/analyst.ts'
import { type CountingProxy, countingProxy } from '../published-data/counting-proxy.ts'
import { publish, published, removeMostActivePlayer } from '../published-data/publish.ts'
import { openLedgerOf } from '../system/fill-ledger.ts'
import { runSeedProcess } from '../system/ledger-process.ts'
import { type Server, startServer } from '../system/server.ts'
import { eventually } from './eventually.ts'
import { expectClean } from './expect-clean.ts'
import { type BrowsedSite, browseSite, noBrowser } from './site.ts'

/** Arrow types of the columns. */
const arrowTypes: Readonly<Record<AnalysisColumn['type'], string>> = {
  BOOLEAN: 'bool',
  SMALLINT: 'int16',
  INTEGER: 'int32',
  DOUBLE: 'double',
  VARCHAR: 'string',
  DATE: 'date32[day]',
  'INTEGER[]': 'list<element: int32>',
}

describe('the published data of a server', () => {
  let folder: string
  let server: Server
  let proxy: CountingProxy
  let series: PublishedSeries
  let visited: BrowsedSite | null = null
  const fileOf = (table: string, format = 'parquet') => {
    const file = series.files.find((one) => one.table === table && one.format === format)
    if (!file) throw new Error(`no ${table}.${format}`)
    return file
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stepledger-published-'))
    server = await startServer(folder, { CHECK_ANSWERS: 'on', DATA_LICENCE: 'CC0 1.0' })
    const { database, ledger } = await openLedgerOf(folder)
    const formula = { songId: 900, title: '=1+1', charts: [smallChart({ hash: 'e'.repeat(16) })] }
    await appendPacks(ledger, [{ packId: 900, name: 'Pack', at: Date.parse('2026-08-01'), songs: [formula] }])
    await ledger.close()
    await database.close()
    const options = '--plays 1000 --charts 20 --players 60 --days 60 --until 2026-10-20T12:00Z --yes'
    expect(await runSeedProcess(folder, options.split(' '))).toMatchObject({ code: 0 })
    proxy = await countingProxy(server.url)
    if (!noBrowser) visited = await browseSite(server.url)
  }, 180_000)
  afterAll(async () => {
    await visited?.close()
    await proxy.stop()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const visit = async (path = '/data', prepare?: (page: Page) => Promise<unknown>) => {
    const page = await visited?.visit(path, {}, prepare)
    if (!page) throw new Error('no browser')
    return page
  }

  it.skipIf(noBrowser)(
    'has a page before the first publication, which loads again after an error',
    async () => {
      let broken = true
      const page = await visit('/data', (page) =>
        page.route(`**${getData.path}`, (route) =>
          broken ? route.fulfill({ status: 429, json: { error: 'Too many requests' } }) : route.fallback(),
        ),
      )
      const alert = page.getByRole('main').getByRole('alert')
      await alert.getByText('Too many requests').waitFor()
      broken = false
      await alert.getByRole('button', { name: 'Retry' }).press('Enter')
      await page.getByText('Nothing has been published yet').waitFor()
      await expectClean(page)
      expect((await visited?.endVisits())?.filter((text) => !text.includes('429'))).toEqual([])
    },
  )

  it('is listed, and each file matches its entry', async () => {
    series = await publish(folder, server.url)
    expect(await published(server.url)).toMatchObject({ licence: 'CC0 1.0', scheduled: false })
    expect(new Set(series.files.map(({ table }) => table))).toEqual(
      new Set(analysisTables.map(({ name }) => name)),
    )
    for (const { url, bytes, sha256 } of series.files) {
      expect(url).not.toContain('=')
      const body = Buffer.from(await (await fetch(server.url + url)).arrayBuffer())
      expect([body.length, createHash('sha256').update(body).digest('hex')]).toEqual([bytes, sha256])
    }
  })

  it.skipIf(noBrowser)('has a page with promise, files, checksums, columns and licence', async () => {
    const page = await visit()
    await page.getByText('CC0 1.0').waitFor()
    for (const text of promise) await page.getByText(text).waitFor()
    const files = page.getByRole('region', { name: 'Files' })
    const { url, sha256 } = fileOf('timing')
    expect(await files.getByRole('link', { name: 'timing.parquet' }).getAttribute('href')).toBe(url)
    await files.getByText(sha256.slice(0, 16)).waitFor()
    const meanings = page.getByRole('region', { name: 'What the columns mean' })
    await meanings
      .locator('summary')
      .filter({ hasText: /^plays/ })
      .click()
    await meanings.getByText('Number of the player in this series, drawn anew for each series').waitFor()
    await expectClean(page)
    expect(await visited?.endVisits()).toEqual([])
  })

  it.skipIf(noBrowser)(
    'answers queries in the browser as DuckDB does, with nothing loaded before the first run',
    async () => {
      const asked: URL[] = []
      const reached = new Set<string>()
      const page = await visit('/data', async (page) => {
        page.context().on('request', (request) => asked.push(new URL(request.url())))
        page.context().on('response', (response) => reached.add(new URL(response.url()).origin))
        // Would answer: only the security policy of the worker keeps the request from being sent.
        await page
          .context()
          .route('https://elsewhere.example/**', (route) => route.fulfill({ body: 'a\n1\n' }))
      })
      const heavy = ({ pathname }: URL) => /duckdb|engine|data\/files/.test(pathname)
      const answer = page.getByRole('region', { name: 'Answer' })
      const cells = () =>
        answer
          .locator('tbody tr')
          .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))
      const run = async (sql?: string) => {
        if (sql !== undefined) await page.getByLabel('SQL').fill(sql)
        await page.getByRole('button', { name: 'Run' }).click()
      }
      await page.locator('summary').filter({ hasText: 'Questions and SQL' }).press('Enter')
      await page.getByRole('button', { name: 'Run' }).waitFor()
      expect(asked.filter(heavy)).toEqual([])
      await run()
      await answer.getByText(/\d rows?,/).waitFor({ timeout: 60_000 })

      const connection = await (await DuckDBInstance.create(':memory:')).connect()
      for (const { name } of analysisTables) {
        const path = join(folder, `${name}.parquet`)
        const file = await fetch(server.url + fileOf(name).url)
        await writeFile(path, Buffer.from(await file.arrayBuffer()))
        await connection.run(`create view ${name} as from '${path}'`)
      }
      const native = async (sql: string) =>
        (await connection.runAndReadAll(sql))
          .getRowsJS()
          .map((row) =>
            row.map((cell) =>
              typeof cell === 'number' ? numberText(cell) : cell === null ? '–' : String(cell),
            ),
          )
      for (const { name, sql, figure } of questions) {
        await page.getByLabel('Question', { exact: true }).selectOption(name)
        const wanted = await native(sql)
        await eventually(async () => JSON.stringify(await cells())).toBe(JSON.stringify(wanted))
        const drawn = await answer.getByRole('img', { name: `by ${figure.x}` }).count()
        expect([name, drawn]).toEqual([name, wanted.length > 0 ? 1 : 0])
      }
      // Every value of every table, formula-like titles included
      const sums = analysisTables.map(
        ({ name }) =>
          `SELECT '${name}' AS of, count(*)::INTEGER AS n, md5(string_agg(t::VARCHAR, '|' ORDER BY t::VARCHAR)) AS sum FROM ${name} t`,
      )
      await run(sums.join(' UNION ALL '))
      const wanted = await native(sums.join(' UNION ALL '))
      await eventually(async () => JSON.stringify(await cells())).toBe(JSON.stringify(wanted))
      await page.getByLabel('Question', { exact: true }).selectOption('early-or-late')
      await answer.getByRole('img').waitFor()
      await expectClean(page)

      const before = asked.length
      await run("SELECT * FROM read_csv('https://elsewhere.example/plays.csv')")
      await page.getByRole('alert').getByText('The query failed').waitFor()
      await run('SELECT nonsense FROM charts')
      await page
        .getByRole('alert')
        .getByText(/column "nonsense" not found/)
        .waitFor()
      await run('SELECT i FROM range(5000) t(i)')
      await answer.getByText('The first 1,000 rows').waitFor()
      await run('SELECT sum(a.i * b.i) AS s FROM range(10000000) a(i), range(10000000) b(i)')
      await page.getByText('Running…').waitFor()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await eventually(() => page.getByText('Running…').count()).toBe(0)
      await page.getByRole('button', { name: 'Undo Changes' }).click()
      await page.getByLabel('SQL').press('Control+Enter')
      await answer.getByText('24 rows,').waitFor()
      expect(asked.slice(before).filter(heavy)).toEqual([])
      expect(reached).toEqual(new Set([server.url]))
      const compiled = page.evaluate(() => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])))
      await expect(compiled).rejects.toThrow('Content Security')
      const errors = (await visited?.endVisits()) ?? []
      expect(errors.filter((text) => !/wasm|WebAssembly|Content Security|elsewhere/i.test(text))).toEqual([])
      connection.closeSync()
    },
    180_000,
  )

  it.skipIf(noBrowser)('says when a file is missing; Retry loads it', async () => {
    let broken = true
    const page = await visit('/data?question=hours-of-play', (page) =>
      page.route('**/data/files/**', (route) =>
        broken ? route.fulfill({ status: 404, body: '' }) : route.fallback(),
      ),
    )
    await page.getByRole('button', { name: 'Run' }).click()
    await page
      .getByRole('alert')
      .getByText(/returned 404/)
      .waitFor({ timeout: 60_000 })
    broken = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await page
      .getByRole('region', { name: 'Answer' })
      .getByText(/\d rows?,/)
      .waitFor({ timeout: 60_000 })
    expect((await visited?.endVisits())?.filter((text) => !/404|wasm|WebAssembly/i.test(text))).toEqual([])
  })

  describe.skipIf(python === null)('the published data for analysts', () => {
    it('DuckDB reads it over HTTP without fetching any byte twice', async () => {
      const { url, bytes, rows } = fileOf('timing')
      const { rows: counted } = await analyse({
        queries: [`select count(*), sum(rows) is not null from '${proxy.url}${url}'`],
      })
      expect(counted).toEqual([[[rows, true]]])
      expect(proxy.takeBytes()).toBeLessThanOrEqual(bytes)
    })

    it('pyarrow reads the types of the dictionary, and nulls only where it allows them', async () => {
      const paths = analysisTables.map(({ name }) => join(folder, `${name}.parquet`))
      for (const [i, { name }] of analysisTables.entries()) {
        const file = await fetch(server.url + fileOf(name).url)
        await writeFile(paths[i] ?? '', Buffer.from(await file.arrayBuffer()))
      }
      const { files } = await analyse({ files: paths })
      for (const [i, { name, columns }] of analysisTables.entries()) {
        const found = files[i]
        expect([name, found?.rows]).toEqual([name, fileOf(name).rows])
        const types = Object.entries(found?.types ?? {}).map(([column, type]) => [
          column,
          type.replace('child', 'element'),
        ])
        expect([name, types]).toEqual([name, columns.map(({ name, type }) => [name, arrowTypes[type]])])
        for (const column of columns.filter(({ nullable }) => nullable === null))
          expect([name, column.name, found?.nulls[column.name]]).toEqual([name, column.name, 0])
      }
    })
  })

  it('without a player who left replaces the series that had them, whose addresses answer 404', async () => {
    await removeMostActivePlayer(folder)
    const next = await publish(folder, server.url)
    expect((await published(server.url)).series.map(({ id }) => id)).toEqual([next.id])
    for (const { url } of series.files) expect((await fetch(server.url + url)).status).toBe(404)

    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('\nstepledger_published_series 1\n')
    expect(metrics).toContain(
      `\nstepledger_published_series_timestamp_seconds ${Date.parse(next.madeAt) / 1000}\n`,
    )
    expect(metrics).toContain('\nstepledger_publication_duration_seconds_count{outcome="failed"} 0\n')
  })
})
