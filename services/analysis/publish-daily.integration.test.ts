import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deferred } from '../platform/async/deferred-in-tests.ts'
import { readPublishedSeries } from './publication/published-series.ts'
import { publishDaily } from './publish-daily.ts'
import { type AnalysisForTests, analysisForTests } from './testing/analysis-for-tests.ts'

const anHour = 3_600_000
const at = (text: string) => Date.parse(`2026-11-${text}:00Z`)
const { signal } = new AbortController()

let given: AnalysisForTests
beforeAll(async () => {
  given = await analysisForTests()
})
afterAll(() => given.stop())
beforeEach(async () => {
  await given.forgetAll()
  ended.length = 0
  given.months.set('2026-11', 'november')
})

/** A publication that a test continues later. */
let publishing: Promise<unknown> = Promise.resolve()
/** The outcome of each publication. */
const ended: string[] = []
const madeAt = async () =>
  (await readPublishedSeries(given.deps.database.pool)).map(({ series }) => series.madeAt.slice(8, 16))
const startedAt = (now: number, deps: Partial<AnalysisForTests['deps']> = {}) => {
  given.clock.now = now
  const works = publishDaily({ ...given.deps, ...deps }, (outcome) => ended.push(outcome))
  return { look: works.publish, withdraw: works.withdraw }
}

describe('the daily publication', () => {
  it('runs at the configured time, first after the start of the process', async () => {
    const { look } = startedAt(at('22T12:00'))
    expect(await look(signal)).toBe(16 * anHour)
    expect(await madeAt()).toEqual([])
    given.clock.now = at('23T04:00')
    await look(signal)
    expect(await madeAt()).toEqual(['23T04:00'])
    expect(await look(signal)).toBe(24 * anHour)
  })

  it('is made up for once, at the start, if it was missed', async () => {
    const { look: first } = startedAt(at('19T12:00'))
    given.clock.now = at('20T04:01')
    await first(signal)
    const { look: later } = startedAt(at('22T12:00'))
    await later(signal)
    expect(await madeAt()).toEqual(['22T12:00', '20T04:01'])
    expect(await later(signal)).toBe(16 * anHour)
  })

  it('is retried 15 minutes after a failure, and waits while the disk is nearly full', async () => {
    let working = false
    let low = true
    const { look } = startedAt(at('22T03:59'), {
      disk: { isLow: () => low },
      exportSeries: (...asked) => {
        if (!working) throw new Error('no room')
        return given.deps.exportSeries(...asked)
      },
    })
    given.clock.now = at('22T04:00')
    await look(signal)
    low = false
    await expect(look(signal)).rejects.toThrow('no room')
    expect(await look(signal)).toBe(anHour / 4)
    working = true
    given.clock.now = at('22T04:15')
    await look(signal)
    expect(await madeAt()).toEqual(['22T04:15'])
    expect(ended).toEqual(['failed', 'published'])
  })

  it.each([
    ['the disk is nearly full', { disk: { isLow: () => true } }],
    ['each attempt fails', { exportSeries: () => Promise.reject(new Error('no room')) }],
  ])('if a day late because %s, withdraws series of players who opted out', async (_why, broken) => {
    const player = await given.addPlayer()
    const { look: working } = startedAt(at('20T03:00'))
    given.clock.now = at('20T04:00')
    await working(signal)
    await given.removePlayer(player)
    const { look, withdraw } = startedAt(at('22T03:59'), broken)
    await look(signal).catch(() => {})
    await withdraw(signal)
    expect(await madeAt()).toEqual(['20T04:00'])
    given.clock.now = at('22T04:20')
    await look(signal).catch(() => {})
    await withdraw(signal)
    expect([await madeAt(), await given.stored()]).toEqual([[], []])
    given.clock.now = at('22T04:40')
    expect(await look(signal).catch(() => 0)).toBeLessThanOrEqual(anHour / 4)
  })

  it('that hangs does not delay a withdrawal, and shares no file with the withdrawn series', async () => {
    const player = await given.addPlayer()
    const { look: working } = startedAt(at('20T03:00'))
    given.clock.now = at('20T04:00')
    await working(signal)
    await given.removePlayer(player)
    // Given a publication that holds its lock and hangs
    const [standing, goOn] = deferred()
    const begun = new Promise<void>((resolve) => {
      const { look } = startedAt(at('22T04:20'), {
        exportSeries: async (...asked) => {
          resolve()
          await standing
          return given.deps.exportSeries(...asked)
        },
      })
      given.clock.now = at('22T04:30')
      publishing = look(signal)
    })
    await begun
    // When series are withdrawn after opt-outs
    const { withdraw } = startedAt(at('22T04:30'))
    await withdraw(signal)
    // Then the series is gone
    expect([await madeAt(), await given.stored()]).toEqual([[], []])
    goOn()
    await publishing
    expect(await madeAt()).toEqual(['22T04:30'])
    const [made] = await readPublishedSeries(given.deps.database.pool)
    expect(await given.stored()).toEqual(made?.series.files.map(({ path }) => path).sort())
  })

  it('ends at once when interrupted in an export that hangs, and leaves no files', async () => {
    const stopping = new AbortController()
    const { look } = startedAt(at('22T03:59'), {
      exportSeries: (_deps, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          stopping.abort(new Error('shutdown'))
        }),
    })
    given.clock.now = at('22T04:00')
    await expect(look(stopping.signal)).rejects.toThrow('shutdown')
    expect((await readdir(given.deps.dataDir)).filter((name) => name !== 'storage')).toEqual([])
    expect(ended).toEqual([])
  })

  it('if turned off, keeps a series published until a player who may be in it leaves', async () => {
    const player = await given.addPlayer()
    const { look: on } = startedAt(at('22T03:00'))
    given.clock.now = at('22T04:00')
    await on(signal)
    const { look, withdraw } = startedAt(at('25T12:00'), {
      publishedData: { at: null, keep: 3, licence: null },
    })
    expect(await look(signal)).toBe(Number.POSITIVE_INFINITY)
    await withdraw(signal)
    expect(await madeAt()).toEqual(['22T04:00'])
    await given.removePlayer(player)
    await withdraw(signal)
    expect([await madeAt(), await given.stored()]).toEqual([[], []])
  })
})
