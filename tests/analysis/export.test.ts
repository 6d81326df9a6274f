import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { questions } from '@stepledger/contracts/analysis/questions/questions.ts'
import type { Series } from '@stepledger/contracts/analysis/series.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { appendWithdrawal } from '@stepledger/services/ingest/withdrawals/append-withdrawal.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command } from '../operator/command.ts'
import { type Export, type ExportedHistory, exportedHistory } from './exported-history.ts'

const monthsOver = '2026-12-10'

describe('the export', () => {
  let given: ExportedHistory
  let exported: Export

  beforeAll(async () => {
    given = await exportedHistory()
    exported = await given.export(monthsOver)
  })
  afterAll(() => given.stop())

  const live = async (sql: string) => {
    const { schema } = await given.live()
    return (await given.database.pool.query(sql.replaceAll('$live', schema))).rows
  }

  it.each(analysisTables.map((table) => ({ ...table })))(
    '$name has the columns and types of the dictionary, nulls only where it allows them, and sorted rows',
    async ({ name, columns, sortedBy }) => {
      const described = await exported.ask(`describe ${name}`)
      expect(described.map((row) => [row.column_name, row.column_type])).toEqual(
        columns.map((column) => [column.name, column.type]),
      )
      for (const column of columns.filter(({ nullable }) => nullable === null))
        expect(await exported.ask(`select * from ${name} where "${column.name}" is null`)).toEqual([])
      const files = exported.series.files.filter(({ table }) => table === name)
      expect(files.length).toBeGreaterThan(0)
      for (const { path } of files) {
        const sql = `select ${sortedBy.join(', ')} from '${join(exported.folder, path)}'`
        const rows = await exported.ask(sql)
        expect(rows).toEqual(await exported.ask(`${sql} order by all`))
        expect(rows.length).toBeGreaterThan(0)
      }
    },
  )

  it('contains complete months, and its list has no counts', async () => {
    const { months, complete, positions } = exported.series
    expect(complete).toBe(true)
    expect(positions).toEqual(await given.ledger.ends('events'))
    expect(months).toEqual(
      ['2026-10', '2026-11'].map((month) => ({ month, final: true, digest: expect.any(String) })),
    )
  })

  it.each(questions)('answers a question of docs/analysis.md: $title', async ({ sql, figure }) => {
    const rows = await exported.ask(sql)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row[figure.x.column]).not.toBeNull()
      for (const column of figure.y.columns) expect(Number.isFinite(row[column])).toBe(true)
    }
  })

  it('the command updates its own folder and refuses any other', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stepledger-export-'))
    const run = (...args: string[]) => command(given.url, ['export', '--out', folder, ...args])
    try {
      const first = await run('--to', '2026-10', '--json')
      expect(first.code).toBe(0)
      expect(first.json()).toMatchObject({
        complete: true,
        format: 'parquet',
        months: [{ month: '2026-10' }],
      })
      expect(first.json()).toEqual(JSON.parse(await readFile(join(folder, 'series.json'), 'utf8')))
      const written = await stat(join(folder, 'timing/month=2026-10.parquet'))

      const again = await run('--to', '2026-10')
      expect(again.out.join()).toMatch(
        /\d+ files, [\d,]+ bytes, in .*1 month, up to 2026-10\. Each row stands for about 25/,
      )
      expect((await stat(join(folder, 'timing/month=2026-10.parquet'))).mtimeMs).toBe(written.mtimeMs)

      expect(await run('--format', 'csv')).toMatchObject({
        code: 3,
        err: expect.stringContaining('holds an export as parquet'),
      })
      expect(await run('--from', '2026-11')).toMatchObject({
        code: 3,
        err: expect.stringContaining('holds other months'),
      })
      expect(await run('--from', '2026-11', '--to', '2026-10')).toMatchObject({ code: 2 })
      expect(await run('--from', 'November')).toMatchObject({ code: 2 })
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('is the same in CSV and in NDJSON; no text is a spreadsheet formula', async () => {
    const count =
      'select count(*)::int as rows, sum(players)::int as players, max(month)::varchar as last from scores'
    const csv = await given.export(monthsOver, { format: 'csv' })
    const ndjson = await given.export(monthsOver, { format: 'ndjson' })
    const [there] = await exported.ask(count)
    const [inCsv] = await csv.ask(count)
    const [inNdjson] = await ndjson.ask(count)
    // The noise is the same in every format: averaging several formats reveals nothing.
    expect(inCsv).toEqual(there)
    expect(inNdjson).toEqual(there)
    const text = await readFile(join(csv.folder, 'charts.csv'), 'utf8')
    expect(text).toContain(",'=1+1,")
    expect(text).toContain(",'＝1+1,")
    expect(await exported.ask("select title from charts where title = '=1+1'")).toHaveLength(1)
  })

  it('leaves out a month until it is over and late plays of offline games have arrived', async () => {
    for (const [day, last] of [
      ['2026-11-23', '2026-10'],
      ['2026-12-02', '2026-10'],
      ['2026-12-03', '2026-11'],
    ] as const)
      expect((await given.export(day)).series.months.at(-1)?.month).toBe(last)
  })

  it('resumes after an interruption and keeps unchanged files', async () => {
    const cut = new AbortController()
    let saved: Series | null = null
    const save = async (series: Series) => {
      saved = structuredClone(series)
      if (series.months.length === 1) cut.abort(new Error('cut off'))
    }
    const folder = exported.folder
    await expect(
      given.export(monthsOver, { folder, prefix: 'again/', save, signal: cut.signal }),
    ).rejects.toThrow('cut off')
    expect(saved).toMatchObject({ complete: false, months: [{ month: '2026-10' }] })

    const { series } = await given.export(monthsOver, { folder, prefix: 'again/', known: saved })
    expect(series.complete).toBe(true)
    expect(fileOf(series, 'scores', '2026-10')).toEqual(saved && fileOf(saved, 'scores', '2026-10'))
    // The noise is deterministic: a resumed or repeated export has the same bytes.
    const contents = ({ files }: Series) => files.map(({ table, month, sha256 }) => [table, month, sha256])
    expect(contents(series)).toEqual(contents(exported.series))
    expect(contents((await given.export(monthsOver)).series)).toEqual(contents(exported.series))
  })

  it('rewrites the month of a withdrawn play, and no other', async () => {
    const [play] = await live(
      `select id::int as id, player from $live.plays where eligible and played_at >= ${Date.parse('2026-11-01')} limit 1`,
    )
    const at = Date.parse('2026-11-21')
    await given.folded(
      await appendWithdrawal(given.ledger, { playId: play.id, player: play.player, reason: null, at }),
    )
    const { series } = await given.export(monthsOver, {
      folder: exported.folder,
      prefix: 'later/',
      known: exported.series,
    })
    expect(fileOf(series, 'scores', '2026-10').path).toBe('scores/month=2026-10.parquet')
    expect(fileOf(series, 'scores', '2026-11').path).toBe('later/scores/month=2026-11.parquet')
  })
})

function fileOf({ files }: Series, table: string, month: string) {
  const file = files.find((one) => one.table === table && one.month === month)
  if (!file) throw new Error(`no file of ${table} in ${month}`)
  return file
}
