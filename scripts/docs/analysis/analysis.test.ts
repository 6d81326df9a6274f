import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Answer } from '@stepledger/contracts/analysis/question.ts'
import { questions } from '@stepledger/contracts/analysis/questions/questions.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisRows, type Rows } from '../../../tests/generators/analysis-tables.ts'
import { viewsOfFolder, viewsOfSite } from './opening.ts'
import { picturesOf, withQuestions } from './pages.ts'
import { openSample, runQuery } from './sample-database.ts'

const docs = new URL('../../../docs/', import.meta.url)

describe('docs/analysis.md', () => {
  let connection: Awaited<ReturnType<typeof openSample>>
  let rows: Rows
  beforeAll(async () => {
    connection = await openSample()
    rows = analysisRows()
  })
  const answerOf = async (name: string) => {
    const question = questions.find((each) => each.name === name)
    return runQuery(connection, question?.sql ?? '')
  }

  it('has the questions of the code with pictures of their answers (update with `npm run analysis`)', async () => {
    const page = await readFile(new URL('analysis.md', docs), 'utf8')
    expect(withQuestions(page)).toBe(page)
    for (const [path, picture] of await picturesOf(connection)) {
      expect(await readFile(new URL(path, docs), 'utf8').catch(() => ''), path).toBe(picture)
    }
    expect(questions).toHaveLength(14)
  })

  it('has views over files in a folder, and over files of a site', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stepledger-views-'))
    const files: { table: string; url: string }[] = []
    for (const { name, monthly } of analysisTables) {
      const path = monthly ? `${name}/month=2026-10.parquet` : `${name}.parquet`
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await connection.run(`COPY ${name} TO '${join(folder, path)}' (FORMAT parquet)`)
      files.push({ table: name, url: `/${path}` })
    }
    await mkdir(join(folder, 'api'))
    await writeFile(join(folder, 'api/data'), JSON.stringify({ series: [{ files }] }))
    for (const views of [viewsOfFolder, viewsOfSite]) {
      const other = await (await DuckDBInstance.create(':memory:')).connect()
      await other.run(views(analysisTables, folder))
      for (const { name } of analysisTables) {
        const sql = `SELECT count(*) AS rows FROM ${name}`
        expect(await runQuery(other, sql)).toEqual(await runQuery(connection, sql))
      }
      other.closeSync()
    }
    await rm(folder, { recursive: true })
  })

  it.each(questions)('$name: the answer has rows, names and finite numbers', async ({ sql, figure }) => {
    const { columns, rows } = await runQuery(connection, sql)
    expect(columns).toEqual(expect.arrayContaining([figure.x.column, ...figure.y.columns]))
    expect(rows.length).toBeGreaterThan(2)
    for (const column of figure.y.columns) {
      const values = rows.map((row) => row[columns.indexOf(column)])
      expect(values.every(Number.isFinite)).toBe(true)
      expect(new Set(values).size).toBeGreaterThan(2)
    }
  })

  it('pass rate of a meter, weighted by players: equals a manual computation', async () => {
    const ofNine = (rows.progress ?? []).filter(({ meter }) => meter === 9)
    const players = ofNine.reduce((sum, row) => sum + Number(row.players), 0)
    const passed = ofNine.reduce((sum, row) => sum + Number(row.passed) * Number(row.players), 0)
    const [, share, counted] = rowOf(await answerOf('pass-rate'), 'meter', 9)
    expect(share).toBeCloseTo(passed / players, 1)
    expect(counted).toBe(players)
  })

  it('drift after an hour, weighted by players: equals a manual computation', async () => {
    const later = (rows.sessions ?? []).filter(({ minute }) => minute === 60)
    const players = later.reduce((sum, row) => sum + Number(row.players), 0)
    const sum = later.reduce((sum, row) => sum + Number(row.offset_change) * Number(row.players), 0)
    const [, drift] = rowOf(await answerOf('session-drift'), 'minute', 60)
    expect(drift).toBeCloseTo(sum / players, 2)
  })

  it('retention of new players of August in October: equals a manual computation', async () => {
    const of = (first: string, month: string) =>
      Number((rows.retention ?? []).find((row) => row.first_month === first && row.month === month)?.players)
    const share = (100 * of('2026-08-01', '2026-10-01')) / of('2026-08-01', '2026-08-01')
    expect(rowOf(await answerOf('who-comes-back'), 'months', 2)[1]).toBeCloseTo(share, 1)
  })

  it('the most over-rated chart is the farthest above the least-squares line', async () => {
    const means = (rows.charts ?? []).map(({ chart, meter, title }) => {
      const months = (rows.chart_months ?? []).filter((row) => row.chart === chart)
      const playersOf = (row: (typeof months)[number]) =>
        row.ranked_players === null ? 0 : Number(row.ranked_players)
      const players = months.reduce((sum, row) => sum + playersOf(row), 0)
      const ex = months.reduce((sum, row) => sum + Number(row.ex) * playersOf(row), 0) / players
      return { title: String(title), meter: Number(meter), ex }
    })
    const mean = (of: 'meter' | 'ex') => means.reduce((sum, each) => sum + each[of], 0) / means.length
    const [meters, scores] = [mean('meter'), mean('ex')]
    const slope =
      means.reduce((sum, { meter, ex }) => sum + (meter - meters) * (ex - scores), 0) /
      means.reduce((sum, { meter }) => sum + (meter - meters) ** 2, 0)
    const above = means.map(({ title, meter, ex }) => {
      return { title, meter, above: ex - scores - slope * (meter - meters) }
    })
    const [first] = above.toSorted((a, b) => b.above - a.above)
    const [name, distance] = (await answerOf('over-rated-charts')).rows[0] ?? []
    expect(name).toMatch(new RegExp(`^${first?.title}, \\w+ ${first?.meter}$`))
    expect(distance).toBeCloseTo(first?.above ?? 0, 1)
  })
})

function rowOf({ columns, rows }: Answer, column: string, value: number) {
  const row = rows.find((each) => each[columns.indexOf(column)] === value)
  if (!row) throw new Error(`no row where ${column} is ${value}`)
  return row
}
