import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readOffered } from './publication/offered-series.ts'
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

/** What a test has begun and goes on with later. */
let publishing: Promise<unknown> = Promise.resolve()
/** How each publication has ended. */
const ended: string[] = []
const madeAt = async () =>
  (await readOffered(given.deps.database.pool)).map(({ series }) => series.madeAt.slice(8, 16))
const startedAt = (now: number, deps: Partial<AnalysisForTests['deps']> = {}) => {
  given.clock.now = now
  const works = publishDaily({ ...given.deps, ...deps }, (outcome) => ended.push(outcome))
  return { look: works.publish, withdraw: works.withdraw }
}

describe('publishing by the clock', () => {
  it('happens at the time of day, for the first time when that comes after the start', async () => {
    const { look } = startedAt(at('22T12:00'))
    expect(await look(signal)).toBe(16 * anHour)
    expect(await madeAt()).toEqual([])
    given.clock.now = at('23T04:00')
    await look(signal)
    expect(await madeAt()).toEqual(['23T04:00'])
    expect(await look(signal)).toBe(24 * anHour)
  })

  it('makes up for what was missed, once, at the start', async () => {
    const { look: first } = startedAt(at('19T12:00'))
    given.clock.now = at('20T04:01')
    await first(signal)
    const { look: later } = startedAt(at('22T12:00'))
    await later(signal)
    expect(await madeAt()).toEqual(['22T12:00', '20T04:01'])
    expect(await later(signal)).toBe(16 * anHour)
  })

  it('tries again after a quarter of an hour when it failed, and not while the disk is nearly full', async () => {
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
    ['each one fails', { exportSeries: () => Promise.reject(new Error('no room')) }],
  ])('that is a day late, since %s, no longer offers who has left', async (_why, broken) => {
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

  it('that stands still, no longer offers who has left, and what it makes later shares no file with that', async () => {
    const player = await given.addPlayer()
    const { look: working } = startedAt(at('20T03:00'))
    given.clock.now = at('20T04:00')
    await working(signal)
    await given.removePlayer(player)
    // Given a publication that holds its lock and does not go on
    let goOn = () => {}
    const standing = new Promise<void>((resolve) => {
      goOn = resolve
    })
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
    // When withdrawals are looked for
    const { withdraw } = startedAt(at('22T04:30'))
    await withdraw(signal)
    // Then the series is gone
    expect([await madeAt(), await given.stored()]).toEqual([[], []])
    goOn()
    await publishing
    expect(await madeAt()).toEqual(['22T04:30'])
    const [made] = await readOffered(given.deps.database.pool)
    expect(await given.stored()).toEqual(made?.series.files.map(({ path }) => path).sort())
  })

  it('that is interrupted in the middle of an export that does not end, ends at once and leaves nothing', async () => {
    const stopping = new AbortController()
    const { look } = startedAt(at('22T03:59'), {
      exportSeries: (_deps, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          stopping.abort(new Error('asked to end'))
        }),
    })
    given.clock.now = at('22T04:00')
    await expect(look(stopping.signal)).rejects.toThrow('asked to end')
    expect((await readdir(given.deps.dataDir)).filter((name) => name !== 'storage')).toEqual([])
    expect(ended).toEqual([])
  })

  it('where it is off leaves what is offered, until somebody leaves who may be in it', async () => {
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
