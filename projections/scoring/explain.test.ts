import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { describe, expect, it } from 'vitest'
import { playToScoreOf, times } from '../../tests/generators/play-to-score.ts'
import { explainPlay } from './explain.ts'
import { failOf } from './play-to-score.ts'

describe('the explanation of a score', () => {
  it('shows every sum of a passed play, and why it has its grade', () => {
    const play = playToScoreOf([...times(3, 0.004), 0.03, Number.NaN], {
      radar: { holds: [1, 2], mines: [3, 4], rolls: [0, 0] },
    })
    const explained = explainPlay(firstRules, play)
    expect(explained).toMatchObject({
      rules: 'HardEX, EX and ITG',
      rows: 5,
      failedAt: null,
      rowsCounted: 5,
      maximumFrom: 'play',
      provisional: true,
      reasons: [],
    })
    expect(explained.systems[1]).toEqual({
      id: 2,
      name: 'EX',
      earned: [
        { what: 'Fantastic (15ms)', count: 3, weight: 3.5, points: 10.5 },
        { what: 'Fantastic (23ms)', count: 0, weight: 3, points: 0 },
        { what: 'Excellent', count: 1, weight: 2, points: 2 },
        { what: 'Great', count: 0, weight: 1, points: 0 },
        { what: 'Decent', count: 0, weight: 0, points: 0 },
        { what: 'Way Off', count: 0, weight: 0, points: 0 },
        { what: 'Miss', count: 1, weight: 0, points: 0 },
        { what: 'holds and rolls held', count: 1, weight: 1, points: 1 },
        { what: 'holds and rolls let go', count: 1, weight: 0, points: 0 },
        { what: 'mines hit', count: 1, weight: -1, points: -1 },
      ],
      sum: 12.5,
      possible: [
        { what: 'rows', count: 5, weight: 3.5, points: 17.5 },
        { what: 'holds', count: 2, weight: 1, points: 2 },
        { what: 'rolls', count: 0, weight: 1, points: 0 },
      ],
      maximum: 19.5,
      percent: ((12.5 / 19.5) * 10_000) / 100,
      arithmetic: 'double',
      hundredths: 6410,
      grade: 'D',
      gradeRule: 'D: ITG of at least 0.00%',
    })
  })

  it('names the end of a failed play and the source of the counts for its maximum', () => {
    const play = playToScoreOf(times(5, 0.004), {
      passed: false,
      lifebar: () => ({ x: Float64Array.of(0, 2, 4), y: Float64Array.of(1, 0, 0) }),
      counts: [{ rows: 8, holds: 0, rolls: 0, mines: 0 }],
    })
    const explained = explainPlay(firstRules, play)
    expect(failOf(play)).toEqual({ at: 2, rowsCounted: 2 })
    expect(failOf({ ...play, passed: true })).toBeNull()
    expect(explained).toMatchObject({ failedAt: 2, rows: 5, rowsCounted: 2, maximumFrom: 'chart' })
    expect(explained.systems[0]).toMatchObject({
      sum: 7,
      maximum: 28,
      hundredths: 2500,
      grade: 'F',
      gradeRule: 'the song was failed',
    })
  })
})
