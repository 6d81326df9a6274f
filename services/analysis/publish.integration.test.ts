import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publish } from './publication/publish.ts'
import { readPublishedSeries } from './publication/published-series.ts'
import { replaceSeries } from './publication/replace-series.ts'
import { migrateAnalysis } from './publication/tables.ts'
import { type AnalysisForTests, analysisForTests } from './testing/analysis-for-tests.ts'

let given: AnalysisForTests
beforeAll(async () => {
  given = await analysisForTests()
})
afterAll(() => given.stop())
beforeEach(() => given.forgetAll())

const publishWith = (deps: Partial<AnalysisForTests['deps']> = {}) => {
  given.clock.now += 1000
  const options = { keep: 3, onProgress: () => {}, signal: new AbortController().signal }
  return publish({ ...given.deps, ...deps }, options)
}
const published = async () =>
  (await readPublishedSeries(given.deps.database.pool)).map(({ series }) => series)
const publishedIds = async () => (await published()).map(({ id }) => id)
const pathsOf = (all: Awaited<ReturnType<typeof published>>) =>
  [...new Set(all.flatMap(({ files }) => files.map(({ path }) => path)))].sort()

describe('a publication', () => {
  it('stores the files, then lists the series; unchanged months reuse the files of the previous series', async () => {
    given.months.set('2026-10', 'october').set('2026-11', 'november')
    const first = await publishWith()
    expect(await published()).toEqual([first])
    expect(await given.stored()).toEqual(pathsOf([first]))

    given.months.set('2026-11', 'november, later')
    const second = await publishWith()
    expect(await published()).toEqual([second, first])
    const pathOf = (series: typeof first, month: string) =>
      series.files.find((file) => file.month === month)?.path
    expect(pathOf(second, '2026-10')).toBe(pathOf(first, '2026-10'))
    expect(pathOf(second, '2026-11')).toBe(`${second.id}/plays/month=2026-11.parquet`)
    expect(await given.stored()).toEqual(pathsOf([first, second]))
    expect(await readdir(given.deps.dataDir)).toEqual(['storage'])
  })

  it('of exact rows by an older release is withdrawn by a newer release', async () => {
    given.months.set('2026-10', 'october').set('2026-11', 'november')
    const made = await publishWith()
    // Given a series of schema 1
    const { database } = given.deps
    await database.pool.query(
      `UPDATE analysis.series SET contents = jsonb_set(contents, '{schemaVersion}', '1')`,
    )
    await database.pool.query(`DELETE FROM stepledger_migrations WHERE name = 'analysis' AND id LIKE '3 %'`)
    await database.pool.query('DROP TABLE analysis.noise')
    expect(await publishedIds()).toEqual([made.id])
    // When a newer release starts
    await migrateAnalysis(database)
    // Then it is withdrawn, and the next publication deletes its files
    expect(await published()).toEqual([])
    const next = await publishWith()
    expect(await given.stored()).toEqual(pathsOf([next]))
  })

  it('keeps the newest series and deletes files of the others that no kept series names', async () => {
    given.months.set('2026-10', 'october')
    const made = []
    for (const text of ['one', 'two', 'three', 'four']) {
      given.months.set('2026-11', text)
      made.push(await publishWith())
    }
    const kept = made.slice(1).reverse()
    expect(await published()).toEqual(kept)
    expect(await given.stored()).toEqual(pathsOf(kept))
    expect(await given.stored()).toContain(`${made[0]?.id}/plays/month=2026-10.parquet`)
  })

  it('withdraws series from before a player left', async () => {
    const ada = await given.addPlayer()
    given.months.set('2026-11', 'ada and ben')
    await publishWith()
    await publishWith()
    await given.removePlayer(ada)
    given.months.set('2026-11', 'ben')
    const without = await publishWith()
    expect(await published()).toEqual([without])
    expect(await given.stored()).toEqual(pathsOf([without]))
  })

  it('repeats the export when a player leaves during it, so that they are in no later series', async () => {
    const ben = await given.addPlayer()
    given.months.set('2026-11', 'ben')
    await publishWith()
    const made = await publishWith({
      async exportSeries(...asked) {
        const series = await given.deps.exportSeries(...asked)
        if (given.months.get('2026-11') === 'ben') {
          await given.removePlayer(ben)
          given.months.set('2026-11', 'nobody')
        }
        return series
      },
    })
    expect(made.months).toMatchObject([{ digest: 'nobody' }])
    expect(await published()).toEqual([made])
    expect(await given.stored()).toEqual(pathsOf([made]))
    const next = await publishWith()
    expect(await published()).toEqual([next, made])
  })

  it('gives up repeating after three attempts; the next publication withdraws that series', async () => {
    given.months.set('2026-11', 'november')
    const players = await Promise.all([1, 2, 3, 4, 5].map(() => given.addPlayer()))
    const crossed = await publishWith({
      async exportSeries(...asked) {
        const series = await given.deps.exportSeries(...asked)
        await given.removePlayer(players.pop() ?? '')
        return series
      },
    })
    expect([players.length, await publishedIds()]).toEqual([2, [crossed.id]])
    const after = await publishWith()
    expect(await publishedIds()).toEqual([after.id])
  })

  it.each([
    ['while files are stored', 'put'],
    ['between storing files and listing the series', 'list'],
  ] as const)(
    'interrupted %s lists no new series, and the next one deletes its files',
    async (_when, what) => {
      given.months.set('2026-11', 'november')
      const before = await publishWith()
      given.months.set('2026-11', 'december').set('2026-12', 'december')
      const { storage } = given.deps
      let exported = false
      const cut = () => {
        throw new Error('interrupted')
      }
      const dying = publishWith({
        exportSeries: async (...asked) => {
          const series = await given.deps.exportSeries(...asked)
          exported = true
          return series
        },
        storage: {
          ...storage,
          put: (key, body) => (what === 'put' && key.includes('2026-12') ? cut() : storage.put(key, body)),
          list: (prefix) => (what === 'list' && exported ? cut() : storage.list(prefix)),
        },
      })
      await expect(dying).rejects.toThrow('interrupted')
      expect(await published()).toEqual([before])
      expect((await given.stored()).length).toBeGreaterThan(before.files.length)
      const next = await publishWith()
      expect(await published()).toEqual([next, before])
      expect(await given.stored()).toEqual(pathsOf([next, before]))
    },
  )

  it('exports every month again when a file of the newest series is lost, with a warning', async () => {
    given.months.set('2026-10', 'october').set('2026-11', 'november')
    const lost = await publishWith()
    const path = `${lost.id}/plays/month=2026-11.parquet`
    await given.deps.storage.delete(`analysis/${path}`)
    const said: string[] = []
    const next = await publishWith({ log: { ...given.deps.log, warn: (line) => said.push(line) } })
    expect(next.files.every(({ path }) => path.startsWith(next.id))).toBe(true)
    expect(said).toEqual([
      `published data: ${path} of series ${lost.id} is not in the storage: every month is exported again`,
    ])
  })

  it('waits for a running one', async () => {
    given.months.set('2026-11', 'november')
    const both = await Promise.all([publishWith(), publishWith()])
    expect((await publishedIds()).sort()).toEqual(both.map(({ id }) => id).sort())
  })

  it('changes nothing if another process has published since', async () => {
    given.months.set('2026-11', 'november')
    const series = await publishWith()
    const late = {
      before: [],
      made: { series: { ...series, id: 'late' }, optOuts: 0 },
      keep: 3,
      final: true,
    }
    await expect(replaceSeries(given.deps.database, late)).rejects.toThrow('another process has published')
    expect(await published()).toEqual([series])
  })
})
