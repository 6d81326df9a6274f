import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPublished } from './keep-published.ts'
import { readPublishedSeries } from './publication/published-series.ts'
import { type AnalysisForTests, analysisForTests } from './testing/analysis-for-tests.ts'

const at = (text: string) => Date.parse(`2026-${text}:00Z`)
const { signal } = new AbortController()

let given: AnalysisForTests
beforeAll(async () => {
  given = await analysisForTests()
})
afterAll(() => given.stop())
beforeEach(async () => {
  await given.forgetAll()
  ended.length = 0
})

/** The outcome of each publication. */
const ended: string[] = []
const madeAt = async () =>
  (await readPublishedSeries(given.deps.database.pool)).map(({ madeAt }) => madeAt.slice(5, 16))
const startedAt = (now: number, deps: Partial<AnalysisForTests['deps']> = {}) => {
  given.clock.now = now
  const works = keepPublished({ ...given.deps, ...deps }, (outcome) => ended.push(outcome))
  /** Runs all tasks at a time, as the background worker does each minute. */
  const lookAt = async (text: string) => {
    given.clock.now = at(text)
    await works.publish(signal)
    await works.withdraw(signal)
    return madeAt()
  }
  return { ...works, lookAt }
}

describe('published data', () => {
  it('appear within a day, then each month at the configured time; what was missed is made up for', async () => {
    const { lookAt } = startedAt(at('11-22T12:00'))
    expect(await lookAt('11-23T03:59')).toEqual([])
    expect(await lookAt('11-23T04:00')).toEqual(['11-23T04:00'])
    expect(await lookAt('12-01T03:59')).toEqual(['11-23T04:00'])
    // The server was down on the first of the month.
    const { lookAt: later } = startedAt(at('12-03T10:00'))
    expect(await later('12-03T10:00')).toEqual(['12-03T10:00'])
    expect(await later('12-31T23:59')).toEqual(['12-03T10:00'])
  })

  it('with a player who left are replaced within half a day, however often players leave', async () => {
    const [ada, ben] = [await given.addPlayer(), await given.addPlayer()]
    const { lookAt } = startedAt(at('11-22T12:00'))
    await lookAt('11-23T04:00')
    await given.removePlayer(ada)
    expect(await lookAt('11-23T04:01')).toEqual(['11-23T04:00'])
    expect(await lookAt('11-23T16:00')).toEqual(['11-23T16:00'])
    await given.deps.database.pool.query(
      'UPDATE accounts.players SET in_published_data = false WHERE id = $1',
      [ben],
    )
    expect(await lookAt('11-24T03:59')).toEqual(['11-23T16:00'])
    expect(await lookAt('11-24T04:00')).toEqual(['11-24T04:00'])
  })

  it.each([
    ['the disk is nearly full', { disk: { isLow: () => true } }],
    ['each publication fails', { exportSeries: () => Promise.reject(new Error('no room')) }],
    ['it is turned off', { publishedData: { at: null, keep: 1, licence: null } }],
  ])('with a player who left are withdrawn with their files within a day if %s', async (_why, broken) => {
    const ada = await given.addPlayer()
    await startedAt(at('11-22T12:00')).lookAt('11-23T04:00')
    await given.removePlayer(ada)
    const { withdraw, publish } = startedAt(at('11-25T12:00'), broken)
    await withdraw(signal)
    given.clock.now = at('11-26T10:59')
    await publish(signal).catch(() => {})
    await withdraw(signal)
    expect(await madeAt()).toEqual(['11-23T04:00'])
    given.clock.now = at('11-26T11:00')
    await withdraw(signal)
    expect([await madeAt(), await given.stored()]).toEqual([[], []])
  })

  it('are tried again 15 minutes after a failure', async () => {
    let working = false
    const { publish } = startedAt(at('11-22T03:59'), {
      exportSeries: (...asked) =>
        working ? given.deps.exportSeries(...asked) : Promise.reject(new Error('no room')),
    })
    given.clock.now = at('11-22T04:00')
    await expect(publish(signal)).rejects.toThrow('no room')
    working = true
    given.clock.now = at('11-22T04:14')
    await publish(signal)
    expect(await madeAt()).toEqual([])
    given.clock.now = at('11-22T04:15')
    await publish(signal)
    expect([await madeAt(), ended]).toEqual([['11-22T04:15'], ['failed', 'published']])
  })

  it('are left as they are by an interrupted publication, without temporary files', async () => {
    const stopping = new AbortController()
    const { publish } = startedAt(at('11-22T03:59'), {
      exportSeries: (_deps, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          stopping.abort(new Error('shutdown'))
        }),
    })
    given.clock.now = at('11-22T04:00')
    await expect(publish(stopping.signal)).rejects.toThrow('shutdown')
    expect((await readdir(given.deps.dataDir)).filter((name) => name !== 'storage')).toEqual([])
    expect(ended).toEqual([])
  })

  it('are not published before the day that players were told by mail', async () => {
    await given.deps.database.pool.query('INSERT INTO analysis.announcement (rows_from) VALUES ($1)', [
      new Date(at('11-24T12:00')),
    ])
    const { lookAt } = startedAt(at('11-22T12:00'))
    expect(await lookAt('11-24T11:00')).toEqual([])
    expect(await lookAt('11-25T04:00')).toEqual(['11-25T04:00'])
  })
})
