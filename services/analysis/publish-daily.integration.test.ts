import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readOffered } from '../platform/analysis/publication/offered-series.ts'
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

/** How each publication has ended. */
const ended: string[] = []
const madeAt = async () =>
  (await readOffered(given.deps.database.pool)).map(({ series }) => series.madeAt.slice(8, 16))
const startedAt = (now: number, deps: Partial<AnalysisForTests['deps']> = {}) => {
  given.clock.now = now
  return publishDaily({ ...given.deps, ...deps }, (outcome) => ended.push(outcome))
}

describe('publishing by the clock', () => {
  it('happens at the time of day, for the first time when that comes after the start', async () => {
    const look = startedAt(at('22T12:00'))
    expect(await look(signal)).toBe(16 * anHour)
    expect(await madeAt()).toEqual([])
    given.clock.now = at('23T04:00')
    await look(signal)
    expect(await madeAt()).toEqual(['23T04:00'])
    expect(await look(signal)).toBe(24 * anHour)
  })

  it('makes up for what was missed, once, at the start', async () => {
    const first = startedAt(at('19T12:00'))
    given.clock.now = at('20T04:01')
    await first(signal)
    const later = startedAt(at('22T12:00'))
    await later(signal)
    expect(await madeAt()).toEqual(['22T12:00', '20T04:01'])
    expect(await later(signal)).toBe(16 * anHour)
  })

  it('tries again after a quarter of an hour when it failed, and not while the disk is nearly full', async () => {
    let working = false
    let low = true
    const look = startedAt(at('22T03:59'), {
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
    const working = startedAt(at('20T03:00'))
    given.clock.now = at('20T04:00')
    await working(signal)
    await given.removePlayer(player)
    const look = startedAt(at('22T03:59'), broken)
    await look(signal).catch(() => {})
    expect(await madeAt()).toEqual(['20T04:00'])
    given.clock.now = at('22T04:20')
    await look(signal).catch(() => {})
    expect([await madeAt(), await given.stored()]).toEqual([[], []])
    given.clock.now = at('22T04:40')
    expect(await look(signal).catch(() => 0)).toBeLessThanOrEqual(anHour / 4)
  })

  it('where it is off leaves what is offered, until somebody leaves who may be in it', async () => {
    const player = await given.addPlayer()
    const on = startedAt(at('22T03:00'))
    given.clock.now = at('22T04:00')
    await on(signal)
    const off = startedAt(at('25T12:00'), { publishedData: { at: null, keep: 3, licence: null } })
    await off(signal)
    expect(await madeAt()).toEqual(['22T04:00'])
    await given.removePlayer(player)
    await off(signal)
    expect([await madeAt(), await given.stored()]).toEqual([[], []])
  })
})
