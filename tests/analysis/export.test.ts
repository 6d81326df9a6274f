import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Question, questions } from '@stepledger/contracts/analysis/questions.ts'
import { analysisTables, fewestPlayers } from '@stepledger/contracts/analysis/tables.ts'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { groupBy } from '@stepledger/contracts/group-by.ts'
import { type Play, play } from '@stepledger/contracts/http/shapes/play.ts'
import { playWithdrawn } from '@stepledger/contracts/withdrawal/events.ts'
import PQueue from 'p-queue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../length.ts'
import { command } from '../operator/command.ts'
import { startServer } from '../system/server.ts'
import { fromDatabase, views } from './answers-from-database.ts'
import { type Export, type ExportedHistory, exportedHistory } from './exported-history.ts'
import { rowsOf } from './rows-of-pages.ts'

function questionOf(name: Question['name']): Question {
  const question = questions.find((one) => one.name === name)
  if (!question) throw new Error(`no question ${name}`)
  return question
}

const textOf = (row: object) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))

describe('the export', () => {
  let given: ExportedHistory
  let exported: Export

  beforeAll(async () => {
    given = await exportedHistory()
    await given.database.pool.query(
      'update accounts.players set in_published_data = false where id in (select id from accounts.players order by id limit 3)',
    )
    exported = await given.export()
  }, 600_000)
  afterAll(() => given.stop())

  const live = async (sql: string) => {
    const { schema } = await given.live()
    return (await given.database.pool.query(sql.replaceAll('$live', schema))).rows
  }

  it.each(analysisTables.map((table) => ({ ...table })))(
    '$name has rows, the columns and types of the dictionary, and nulls only where it allows them',
    async ({ name, columns }) => {
      const described = await exported.ask(`describe ${name}`)
      expect(described.map((row) => [row.column_name, row.column_type])).toEqual(
        columns.map((column) => [column.name, column.type]),
      )
      for (const column of columns.filter(({ nullable }) => nullable === null))
        expect(await exported.ask(`select * from ${name} where "${column.name}" is null`)).toEqual([])
      const [{ rows } = {}] = await exported.ask(`select count(*)::integer as rows from ${name}`)
      expect(rows).toBeGreaterThan(0)
      expect(exported.series.files.find(({ table }) => table === name)?.rows).toBe(rows)
      process.stdout.write(`${name}: ${rows} rows\n`)
    },
  )

  it('has counts of countries and hours that equal the database, none of fewer than five players', async () => {
    const plays = `$live.plays p join accounts.players a on a.id = p.player and a.in_published_data where withdrawn_at is null`
    const counts = 'count(distinct player)::integer as players, count(*)::integer as plays'
    const least = `having count(distinct player) >= ${fewestPlayers}`
    expect(await exported.ask('from countries order by country')).toEqual(
      await live(`select country_id as country, ${counts} from ${plays} group by 1 ${least} order by 1`),
    )
    expect(await exported.ask('from hours order by weekday, hour')).toEqual(
      await live(`select extract(isodow from t)::integer as weekday, extract(hour from t)::integer as hour, ${counts}
        from (select *, to_timestamp(played_at / 1000.0) at time zone 'UTC' as t from ${plays}) x
        group by 1, 2 ${least} order by 1, 2`),
    )
  })

  it('has the scores and points of a closed event that its standings add up to', async () => {
    const order = 'order by board, points'
    expect(
      await exported.ask(
        `select board, sum(points)::integer as points from event_scores group by board, player ${order}`,
      ),
    ).toEqual(
      await live(`select (array['HardEX', 'EX', 'ITG'])[t.board + 1] as board, t.points from $live.event_totals t
        join accounts.players a on a.id = t.player and a.in_published_data where round = 0 ${order}`),
    )
  })

  describe('answers a question of docs/analysis.md as the database does:', () => {
    beforeAll(() => live(views))

    it.each(questions.map((question): Question => question))('$title', async ({ name, sql, figure }) => {
      const rows = await exported.ask(sql)
      expect(rows.length).toBeGreaterThan(1)
      for (const row of rows) for (const column of figure.y) expect(Number.isFinite(row[column])).toBe(true)
      const query = Object.entries(fromDatabase).find(([of]) => of === name)?.[1] ?? ''
      if (query === '') return
      const truth = await live(query)
      expect(rows.length).toBe(truth.length)
      for (const [i, wanted] of truth.entries())
        for (const [column, value] of Object.entries(wanted)) {
          const found = rows[i]?.[column]
          // Postgres sends sums and means as texts.
          if (typeof found === 'number') expect(Math.abs(found - Number(value))).toBeLessThan(0.06)
          else expect(found).toBe(value)
        }
    })
  })

  if (isLong)
    describe('compared with the public pages', () => {
      let pages: Play[]

      beforeAll(async () => {
        const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-pages-'))
        const server = await startServer(dataDir, { DATABASE_URL: given.url })
        const ids = await live('select id::integer as id from $live.plays order by id')
        const fetching = new PQueue({ concurrency: 4 })
        const answers = ids.map(({ id }) =>
          fetching.add(async () => {
            const answer = await fetch(`${server.url}/api/play/${id}`)
            return answer.status === 200 ? play.parse(await answer.json()) : null
          }),
        )
        const optedOut = new Set(
          (await live('select id from accounts.players where not in_published_data')).map(({ id }) => id),
        )
        const shown = (await Promise.all(answers)).flatMap((page) => page ?? [])
        pages = shown.filter(({ user }) => !optedOut.has(user.id))
        expect(pages.length).toBeLessThan(shown.length)
        await server.stop()
        await rm(dataDir, { recursive: true, force: true })
      }, 600_000)

      it('has exactly their plays, in every column', async () => {
        const byPlayer = new Map<string, Play[]>()
        for (const page of pages) byPlayer.set(page.user.id, [...(byPlayer.get(page.user.id) ?? []), page])
        const shown = [...byPlayer.values()].map((plays) => rowsOf(plays).map(textOf).sort())
        const numbered = new Map<unknown, string[]>()
        for (const { player, ...row } of await exported.ask(
          'select * replace (week::varchar as week) from plays',
        ))
          numbered.set(player, [...(numbered.get(player) ?? []), textOf(row)])
        const found = [...numbered.values()].map((rows) => rows.sort())
        // A few rows first: they say more about a difference than all of them.
        const [rowsFound, rowsShown] = [new Set(found.flat()), new Set(shown.flat())]
        expect([...rowsFound].filter((row) => !rowsShown.has(row)).slice(0, 3)).toEqual([])
        expect([...rowsShown].filter((row) => !rowsFound.has(row)).slice(0, 3)).toEqual([])
        const ordered = (players: string[][]) => players.map((rows) => rows.join('\n')).sort()
        expect(ordered(found).join() === ordered(shown).join()).toBe(true)
      })

      it('has exactly their steps', async () => {
        const counts = new Map<string, unknown>()
        for (const { chart, timingData } of pages)
          for (const [, offset] of timingData) {
            const ms = offset === 'Miss' ? null : Math.floor(Math.round(offset * 1e6) / 5_000) * 5
            const key = `${chart.hash} ${ms === null ? null : Math.max(-200, Math.min(195, ms))}`
            counts.set(key, Number(counts.get(key) ?? 0) + 1)
          }
        const found = (await exported.ask('from timing')).map(({ chart, ms, rows }): [string, unknown] => [
          `${chart} ${ms}`,
          rows,
        ])
        expect(new Map(found)).toEqual(counts)
      })

      it('answers the questions on timing as their steps do', async () => {
        const steps = pages.flatMap(({ chart, timingData }) =>
          timingData.flatMap(([, offset]) => {
            const ms = offset === 'Miss' ? Number.NaN : Math.floor(Math.round(offset * 1e6) / 5_000) * 5
            return ms >= -60 && ms <= 55 ? [{ chart: chart.hash, ms }] : []
          }),
        )
        const answers = (name: Question['name']) => exported.ask(questionOf(name).sql)

        const byClass = [...groupBy(steps, ({ ms }) => ms)].sort(([a], [b]) => a - b)
        const shares = byClass.map(([ms, those]) => ({ ms, share: (100 * those.length) / steps.length }))
        const shown = (await answers('early-or-late')).map(({ ms, share }) => ({ ms, share }))
        expect(shown).toEqual(shares.map(({ ms, share }) => ({ ms, share: expect.closeTo(share, 2) })))

        const names = new Map(
          (await exported.ask(`select chart, title || ', ' || difficulty as name from charts`)).map(
            ({ chart, name }) => [chart, name],
          ),
        )
        const late = [...groupBy(steps, ({ chart }) => chart)].flatMap(([chart, those]) => {
          const mean = those.reduce((sum, { ms }) => sum + ms + 2.5, 0) / those.length
          return names.has(chart) ? [{ name: names.get(chart), mean, steps: those.length }] : []
        })
        late.sort((a, b) => Math.abs(b.mean) - Math.abs(a.mean))
        expect(await answers('timing-of-charts')).toEqual(
          late
            .slice(0, 12)
            .map(({ name, mean, steps }) => ({ name, 'late, ms': expect.closeTo(mean, 1), steps })),
        )
      })
    })

  it('draws numbers of players and the order of rows anew, and names nobody', async () => {
    const again = await given.export()
    const ofHot = `select player, chart, ex from plays order by ex desc, chart limit 50`
    const players = (rows: Record<string, unknown>[]) => rows.map(({ player }) => player)
    const [before, after] = [await exported.ask(ofHot), await again.ask(ofHot)]
    expect(before.map(({ ex }) => ex)).toEqual(after.map(({ ex }) => ex))
    expect(players(before)).not.toEqual(players(after))
    const first = 'select chart, ex from plays limit 20'
    expect(await exported.ask(first)).not.toEqual(await again.ask(first))
    const { folder } = await given.export('ndjson')
    const people = await live('select id::text as id, alias, email from accounts.players')
    for (const name of await readdir(folder)) {
      const text = await readFile(join(folder, name), 'utf8')
      for (const { id, alias, email } of people)
        for (const told of [id, `"${alias}"`, email]) expect(text.includes(told)).toBe(false)
    }
  })

  it('is the same in all formats; no text in CSV is a spreadsheet formula', async () => {
    const rows = (from: Export) =>
      from.ask(
        'select chart, week::varchar as week, ex, mean_offset, miss::integer as miss from plays order by all',
      )
    const wanted = JSON.stringify(await rows(exported))
    const folders: string[] = []
    for (const format of ['csv', 'csv.gz', 'ndjson'] as const) {
      const other = await given.export(format)
      expect(JSON.stringify(await rows(other)) === wanted).toBe(true)
      folders.push(other.folder)
    }
    const [csv = '', zip = ''] = folders
    const text = await readFile(join(csv, 'charts.csv'), 'utf8')
    expect(text).toContain(",'=1+1,")
    expect(text).toContain(",'＝1+1,")
    expect(gunzipSync(await readFile(join(zip, 'charts.csv.gz'))).toString()).toBe(text)
    expect(await exported.ask("select title from charts where title = '=1+1'")).toHaveLength(1)
  })

  it('as a command fills a folder with a README, replaces an earlier export and refuses a foreign folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stepledger-export-'))
    const run = (...args: string[]) =>
      command(given.url, ['export', '--out', folder, ...args], { env: { DATA_LICENCE: 'CC0 1.0' } })
    try {
      const made = await run('--json')
      expect(made.code).toBe(0)
      const files = analysisTables.map(({ name }) => `${name}.parquet`)
      expect((await readdir(folder)).sort()).toEqual(['README.md', 'series.json', ...files].sort())
      expect(made.json()).toEqual(JSON.parse(await readFile(join(folder, 'series.json'), 'utf8')))
      const readme = await readFile(join(folder, 'README.md'), 'utf8')
      for (const part of [
        'CC0 1.0',
        "SELECT * FROM 'plays.parquet'",
        '| `nth_play` | INTEGER |',
        'pseudonymous',
      ])
        expect(readme).toContain(part)

      await writeFile(join(folder, 'plays.csv.part'), 'half')
      const again = await run('--format', 'csv')
      expect(again.out.join()).toMatch(/^7 files, [\d,]+ bytes, in .*\. README\.md describes them\.$/)
      expect((await readdir(folder)).filter((name) => /parquet|part$/.test(name))).toEqual([])

      await writeFile(join(folder, 'series.json'), '{}')
      expect(await run()).toMatchObject({ code: 3, err: expect.stringContaining('take another folder') })
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('has no row of players who opted out or were erased, and of withdrawn plays', async () => {
    const [play] = await live('select id::integer as id, player from $live.plays order by id limit 1')
    const at = Date.parse('2026-11-21')
    const withdrawn = encodeEvent(playWithdrawn, {
      id: `withdrawal-${play.id}`,
      at,
      key: play.player,
      data: { playId: play.id, by: 'operator', reason: null },
    })
    await given.folded(await given.ledger.append('events', { key: play.player, bytes: withdrawn }))
    const [leaver, erased] = await live(
      `select player from $live.plays where withdrawn_at is null group by 1 order by count(*) desc limit 2`,
    )
    await live(`update accounts.players set in_published_data = false where id = '${leaver.player}'`)
    await live(`delete from accounts.players where id = '${erased.player}'`)
    const [{ plays } = {}] = await live(`select count(*)::integer as plays from $live.plays p
      join accounts.players a on a.id = p.player and a.in_published_data where withdrawn_at is null`)
    const { ask } = await given.export()
    expect(plays).toBeGreaterThan(0)
    expect(await ask('select count(*)::integer as plays from plays')).toEqual([{ plays }])
    const steps =
      'sum(fantastic_10 + fantastic_15 + fantastic_23 + excellent + great + decent + way_off + miss)'
    expect(await ask(`select (select ${steps} from plays) = (select sum(rows) from timing) as same`)).toEqual(
      [{ same: true }],
    )
  })
})
