import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { publishData } from '@stepledger/contracts/http/data.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authenticationOf, testApp } from '../platform/http/test-app.ts'
import { analysis } from './analysis.ts'
import { publish } from './publication/publish.ts'
import { analysisSteps, migrateAnalysis, readPublishedSeries } from './publication/published-series.ts'
import { type AnalysisForTests, analysisForTests } from './testing/analysis-for-tests.ts'

let given: AnalysisForTests
beforeAll(async () => {
  given = await analysisForTests()
})
afterAll(() => given.stop())
beforeEach(() => given.forgetAll())

const publishWith = (deps: Partial<AnalysisForTests['deps']> = {}, keep = 1) => {
  given.clock.now += 1000
  const options = { keep, onProgress: () => {}, signal: new AbortController().signal }
  return publish({ ...given.deps, ...deps }, options)
}
const published = () => readPublishedSeries(given.deps.database.pool)
const publishedIds = async () => (await published()).map(({ id }) => id)
const pathsOf = (all: Awaited<ReturnType<typeof published>>) =>
  all.flatMap(({ files }) => files.map(({ path }) => path)).sort()

describe('a publication', () => {
  it('stores the files in two formats, then lists the series, and deletes the earlier one', async () => {
    const first = await publishWith()
    expect(await published()).toEqual([first])
    expect(await given.stored()).toEqual([`${first.id}/plays.csv.gz`, `${first.id}/plays.parquet`])
    const second = await publishWith()
    expect(await published()).toEqual([second])
    expect(await given.stored()).toEqual(pathsOf([second]))
    expect(await readdir(given.deps.dataDir)).toEqual(['storage'])
  })

  it('keeps as many series as wanted, but none from before a player left', async () => {
    const ada = await given.addPlayer()
    const made = [await publishWith(), await publishWith({}, 2), await publishWith({}, 2)]
    expect(await published()).toEqual(made.slice(1).reverse())
    await given.removePlayer(ada)
    const without = await publishWith({}, 2)
    expect(await published()).toEqual([without])
    expect(await given.stored()).toEqual(pathsOf([without]))
  })

  it('during which a player leaves is replaced by the next one', async () => {
    const ben = await given.addPlayer()
    const crossed = await publishWith({
      async exportSeries(...asked) {
        const series = await given.deps.exportSeries(...asked)
        await given.removePlayer(ben)
        return series
      },
    })
    expect(await publishedIds()).toEqual([crossed.id])
    const next = await publishWith({}, 2)
    expect(await publishedIds()).toEqual([next.id])
  })

  it('interrupted while files are stored lists no new series, and the next one deletes its files', async () => {
    const before = await publishWith()
    const { storage } = given.deps
    const dying = publishWith({
      storage: {
        ...storage,
        put: (key, body) => {
          if (key.endsWith('csv.gz')) throw new Error('interrupted')
          return storage.put(key, body)
        },
      },
    })
    await expect(dying).rejects.toThrow('interrupted')
    expect(await published()).toEqual([before])
    expect(await given.stored()).toHaveLength(3)
    const next = await publishWith()
    expect(await given.stored()).toEqual(pathsOf([next]))
  })

  it('waits for a running one', async () => {
    const both = await Promise.all([publishWith({}, 2), publishWith({}, 2)])
    expect((await publishedIds()).sort()).toEqual(both.map(({ id }) => id).sort())
  })
})

describe('an operator', () => {
  it('publishes at any time, and sees the progress', async () => {
    const operator = {
      by: 'operator',
      playerId: randomUUID(),
      credentialId: 'operator',
      permissions: new Set(['ledger.operate']),
    } as const
    const app = testApp({ authentication: authenticationOf({ operator }) })
    const recorded: unknown[] = []
    await analysis(app, {
      ...given.deps,
      async doRecorded(what, _by, act, detailsOf) {
        const done = await act()
        recorded.push([what, detailsOf(done)])
        return done
      },
    })
    const { body } = await app.inject({
      method: 'POST',
      url: publishData.path,
      headers: { authorization: 'Bearer operator', accept: 'application/x-ndjson' },
      payload: { input: {} },
    })
    await app.close()
    const lines: { body?: unknown }[] = body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const [series = ''] = await publishedIds()
    expect(lines.at(-1)).toMatchObject({ status: 200, body: { done: { series, files: 2 } } })
    expect(lines).toContainEqual({
      progress: { what: 'Changing the list of series', done: 0, of: null, unit: '' },
    })
    expect(recorded).toEqual([['Data published', { series }]])
  })
})

describe('a site that published counts before', () => {
  it('withdraws them, tells its players by mail, and publishes rows 30 days later', async () => {
    const { database } = given.deps
    const id = await given.addPlayer()
    const leaver = await given.addPlayer()
    await database.pool.query('UPDATE accounts.players SET in_published_data = false WHERE id = $1', [leaver])
    // Given the tables of the release before, with a series
    await database.pool.query(`DROP TABLE analysis.announcement;
      ALTER TABLE analysis.series DROP COLUMN outdated_at;
      CREATE TABLE analysis.noise (key bytea);
      INSERT INTO analysis.series VALUES ('old', now(), 0, '{"schemaVersion": 2}')`)
    await database.pool.query('DELETE FROM stepledger_migrations WHERE name = $1 AND id = $2', [
      'analysis',
      analysisSteps.at(-1)?.id,
    ])
    // When the new release starts, even twice
    await migrateAnalysis(database)
    await migrateAnalysis(database)
    // Then
    expect(await published()).toEqual([])
    const mails = await database.pool.query(
      `SELECT player_id, details, (details->>'from')::timestamptz - created_at = interval '30 days' AS in_time
       FROM accounts.mails WHERE kind = 'publishedRows'`,
    )
    expect(mails.rows).toMatchObject([{ player_id: id, in_time: true }])
    const [mail] = mails.rows
    given.clock.now = Date.parse(mail?.details.from) - 86_400_000
    await expect(publishWith()).rejects.toThrow(
      `Players were told by mail that rows are published from ${mail?.details.from.slice(0, 10)} on`,
    )
    given.clock.now = Date.parse(mail?.details.from)
    expect(await publishedIds()).toEqual([])
    const first = await publishWith()
    expect(await publishedIds()).toEqual([first.id])
  })
})
