import { describe, expect, it } from 'vitest'
import { judgeAll } from './judge.ts'
import { countSides, stepsOf } from './steps.ts'

describe('early and late', () => {
  it('are counted per judgment, misses on neither side', () => {
    const windows = [
      { name: 'Fantastic (10ms)', seconds: 0.01 },
      { name: 'Excellent', seconds: 0.0445 },
    ]
    const steps = stepsOf([
      [1, 0],
      [2, -0.004],
      [3, 0.02],
      [4, 0.03],
      [5, 'Miss'],
    ])
    expect(countSides({ steps, judgments: judgeAll(windows, steps), miss: 2 })).toEqual([
      { early: 1, late: 0, all: 2 },
      { early: 0, late: 2, all: 2 },
      { early: 0, late: 0, all: 1 },
    ])
  })
})
