import type { ChartEffort, ChartTry } from '@stepledger/contracts/http/charts.ts'
import { describe, expect, it } from 'vitest'
import { progressOf, scoreTicks, timeTicksOf } from './effort-figure.tsx'

const user = { id: '00000000-0000-4000-8000-000000000001', alias: 'rico', profileImageUrl: null }
const at = (minute: number) => new Date(minute * 60_000).toISOString()
const tried = (minute: number, score: string, kind: ChartTry['kind']): ChartTry => ({
  playId: minute,
  at: at(minute),
  score,
  grade: 'A',
  kind,
})
const effort: ChartEffort = {
  hash: 'aaaaaaaaaaaaaaaa',
  leaderboard: 'HardEX',
  plays: 4,
  before: null,
  tries: [
    tried(1, '81.00', 'best'),
    tried(3, '80.00', 'other'),
    tried(4, '20.00', 'failed'),
    tried(5, '88.00', 'best'),
  ],
  rivals: [{ user, bests: [{ at: at(2), score: '85.00' }] }],
}

describe('progress on a chart', () => {
  const progress = progressOf(effort, 7_200_000)

  it('is a step line of the best so far, for the viewer and each rival, up to now', () => {
    expect(progress.rows.map(({ time, own, rival0 }) => [time / 60_000, own, rival0])).toEqual([
      [1, 81, null],
      [2, 81, 85],
      [3, 81, 85],
      [4, 81, 85],
      [5, 88, 85],
      [120, 88, 85],
    ])
  })

  it('marks tries; a failed one stands at the lower end and does not stretch the axis', () => {
    expect(progress.ticks).toEqual([80, 82, 84, 86, 88])
    expect(progress.rows.flatMap(({ tried, kind }) => (kind === null ? [] : [[kind, tried]]))).toEqual([
      ['best', 81],
      ['other', 80],
      ['failed', 80],
      ['best', 88],
    ])
  })

  it('begins shortly before the first try, also where a rival began long before', () => {
    const rivals = [{ user, bests: [{ at: at(0), score: '85.00' }] }]
    const late = progressOf({ ...effort, tries: [tried(1000, '81.00', 'best')], rivals }, 1400 * 60_000)
    expect((late.end - late.start) / 60_000).toBeCloseTo(500 * 1.03)
  })

  it('begins with the best before the first listed try', () => {
    const cut = progressOf({ ...effort, before: '90.00', tries: effort.tries.slice(1) }, 600_000)
    expect(cut.rows.at(-1)?.own).toBe(90)
  })
})

describe('the ticks', () => {
  it('of scores surround them and end at 100', () => {
    expect(scoreTicks([99.9, 99.95])).toEqual([99.75, 100])
    expect(scoreTicks([40, 100])).toEqual([40, 60, 80, 100])
    expect(scoreTicks([])).toHaveLength(2)
    expect(scoreTicks([100])).toEqual([100, 100.25])
  })

  it('of times are few', () => {
    const { ticks, hours } = timeTicksOf({ start: 0, end: 100 * 86_400_000 }, 4)
    expect([ticks.length <= 5, hours]).toEqual([true, false])
    expect(timeTicksOf({ start: 0, end: 3_600_000 * 3 }, 4).hours).toBe(true)
  })

  it('of times are where days or hours begin, not where the figure does', () => {
    const local = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).getTime()
    const days = timeTicksOf({ start: local(27, 17, 20), end: local(31, 9) }, 4).ticks
    expect(days).toEqual([28, 29, 30, 31].map((day) => local(day, 0)))
    const { ticks } = timeTicksOf({ start: local(27, 17, 20), end: local(27, 20) }, 4)
    expect(ticks).toEqual([18, 19, 20].map((hour) => local(27, hour)))
  })
})
