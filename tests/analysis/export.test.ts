import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { levelsOfRunningMonth } from '@stepledger/contracts/analysis/anonymity.ts'
import { questions } from '@stepledger/contracts/analysis/questions/questions.ts'
import type { Series } from '@stepledger/contracts/analysis/series.ts'
import { analysisTables } from '@stepledger/contracts/analysis/tables.ts'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { unpackOffsets } from '@stepledger/contracts/play/unpack-rows.ts'
import { appendWithdrawal } from '@stepledger/services/operator/withdraw/append-withdrawal.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command } from '../operator/command.ts'
import { type Exported, type ExportedHistory, exportedHistory } from './exported-history.ts'

const monthsOver = '2026-12-10'

describe('what is exported', () => {
  let given: ExportedHistory
  let exported: Exported

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
    '$name has the columns of the dictionary, in their types, none of them missing without a word, sorted',
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

  it('says of each month how many plays there are, and how many of them are published', async () => {
    const [{ plays }] = await live(
      `select count(*)::int as plays from $live.plays where autoplay is not true
      and withdrawn_at is null`,
    )
    const { months, complete, positions } = exported.series
    expect(complete).toBe(true)
    expect(positions).toEqual(await given.ledger.ends('events'))
    expect(months.map(({ month, final }) => [month, final])).toEqual([
      ['2026-10', true],
      ['2026-11', true],
    ])
    expect(months.reduce((sum, month) => sum + month.plays, 0)).toBe(plays)
    const [published] = await exported.ask('select count(*)::int as plays from plays')
    expect(months.reduce((sum, month) => sum + month.published, 0)).toBe(published?.plays)
    expect(Number(published?.plays)).toBeGreaterThan(plays * 0.8)
  })

  it('tells of each play what is so, cut as its level of detail says', async () => {
    const rows =
      await exported.ask(`select chart, ex, strftime(played, '%Y-%m-%d') as day, count(*)::int as plays
      from plays where detail = 3 group by all order by plays desc limit 5`)
    expect(rows.length).toBe(5)
    for (const row of rows) {
      const [{ plays }] = await live(`select count(*)::int as plays from $live.plays p
        where chart = '${row.chart}' and 5 * floor(hundredths[2] / 500.0) = ${row.ex}
        and to_char(to_timestamp(played_at / 1000.0), 'YYYY-MM-DD') = '${row.day}'`)
      expect(Number(row.plays)).toBeGreaterThanOrEqual(5)
      expect(plays).toBeGreaterThanOrEqual(Number(row.plays))
    }
  })

  it('counts the judgments of all plays that it says', async () => {
    const [row] = await exported.ask(`select chart, plays, sum(count)::int as steps from judgments
      where board = 'ITG' and month = '2026-11-01' group by all order by plays desc`)
    const [{ rows }] = await live(
      `select max(rows) as rows from $live.plays where eligible and chart = '${row?.chart}'`,
    )
    expect(row?.steps).toBe(Number(row?.plays) * rows)
  })

  it('holds the offsets of each row of a chart, those of the ledger', async () => {
    const [{ chart }] = await live(
      'select chart from $live.plays where eligible group by chart order by count(*) desc',
    )
    const rows = await exported.ask(`select row, offsets, missed from timing
      where chart = '${chart}' and month = '2026-11-01' order by row`)
    const plays = await live(`select partition, "offset" from $live.plays
      where eligible and chart = '${chart}' and played_at >= ${Date.parse('2026-11-01')}`)
    const sent = await Promise.all(
      plays.map(async (position) => {
        const recorded = await given.ledger.at('events', position)
        const event = recorded && decodeEvent(recorded.bytes)
        if (event?.type !== 'PlaySubmitted') throw new Error('no play')
        return [...unpackOffsets(event.data.rows)].map((seconds) => Math.round(seconds * 1000))
      }),
    )
    expect(rows.length).toBe(sent[0]?.length)
    const [first] = await exported.ask(`select len(offsets) + missed as plays from timing
      where chart = '${chart}' and month = '2026-11-01' limit 1`)
    for (const { row, offsets, missed } of rows) {
      const there = new Map<number, number>()
      for (const play of sent) {
        const offset = play[Number(row) - 1] ?? Number.NaN
        there.set(offset, (there.get(offset) ?? 0) + 1)
      }
      const list = listOf(offsets)
      expect(list).toEqual([...list].sort((a, b) => a - b))
      expect(list.length + Number(missed)).toBe(Number(first?.plays))
      for (const offset of new Set(list))
        expect(list.filter((other) => other === offset).length).toBeLessThanOrEqual(there.get(offset) ?? 0)
    }
  })

  it.each(questions)('answers a question of docs/analysis.md: $title', async ({ sql, figure }) => {
    const rows = await exported.ask(sql)
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row[figure.x.column]).not.toBeNull()
      for (const column of figure.y.columns) expect(Number.isFinite(row[column])).toBe(true)
    }
  })

  it('is written by a command, into a folder that it brings up to date and takes for nothing else', async () => {
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
      expect(again.out.join()).toMatch(/\d+ files, [\d,]+ bytes, in .*plays are published one by one/)
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

  it('is the same in CSV and in lines of JSON; no text of it is a formula for a spreadsheet', async () => {
    const count = 'select count(*)::int as plays, sum(ex)::int as ex, max(played)::varchar as last from plays'
    const csv = await given.export(monthsOver, { format: 'csv' })
    const ndjson = await given.export(monthsOver, { format: 'ndjson' })
    const [there] = await exported.ask(count)
    const [inCsv] = await csv.ask(count)
    const [inNdjson] = await ndjson.ask(count)
    expect(inCsv?.plays).toBe(there?.plays)
    expect(inNdjson?.plays).toBe(there?.plays)
    const text = await readFile(join(csv.folder, 'charts.csv'), 'utf8')
    expect(text).toContain(",'=1+1,")
    expect(text).toContain(",'＝1+1,")
    expect(await exported.ask("select title from charts where title = '=1+1'")).toHaveLength(1)
  })

  it('tells of a month that is not over by hour and day alone, and nothing of its last days', async () => {
    const running = await given.export('2026-11-23')
    expect(running.series.months.at(-1)).toMatchObject({ month: '2026-11', final: false })
    const [row] = await running.ask(`select list(distinct detail::int) as details, count(*)::int as plays,
      max(played)::varchar as last from plays where month = '2026-11-01'`)
    for (const detail of listOf(row?.details)) expect(levelsOfRunningMonth).toContain(detail)
    expect(Number(row?.plays)).toBeGreaterThan(0)
    expect(String(row?.last) < '2026-11-21').toBe(true)
    expect(await running.ask("select * from timing where month = '2026-11-01'")).toEqual([])
  })

  it('goes on where it was cut off, and keeps what did not change', async () => {
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
    expect(fileOf(series, 'plays', '2026-10')).toEqual(saved && fileOf(saved, 'plays', '2026-10'))
    expect(fileOf(series, 'plays', '2026-11').rows).toBe(fileOf(exported.series, 'plays', '2026-11').rows)
  })

  it('is written again for a month of which a play was withdrawn, and for no other', async () => {
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
    expect(fileOf(series, 'plays', '2026-10').path).toBe('plays/month=2026-10.parquet')
    expect(fileOf(series, 'plays', '2026-11').path).toBe('later/plays/month=2026-11.parquet')
    expect(series.months[1]?.plays).toBe((exported.series.months[1]?.plays ?? 0) - 1)
  })
})

function fileOf({ files }: Series, table: string, month: string) {
  const file = files.find((one) => one.table === table && one.month === month)
  if (!file) throw new Error(`no file of ${table} in ${month}`)
  return file
}

function listOf(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : []
}
