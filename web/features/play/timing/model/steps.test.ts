import { describe, expect, it } from 'vitest'
import { stepsOf } from './steps.ts'

describe('the steps of a play', () => {
  it('keep time and offset; a miss is NaN', () => {
    const steps = stepsOf([
      [1, 0.004],
      [2, 'Miss'],
    ])
    expect([...steps.times]).toEqual([1, 2])
    expect([...steps.offsets]).toEqual([0.004, Number.NaN])
  })

  it('are sorted by time', () => {
    const steps = stepsOf([
      [2, 0.02],
      [1, 0.01],
      [3, 0.03],
    ])
    expect([...steps.times]).toEqual([1, 2, 3])
    expect([...steps.offsets]).toEqual([0.01, 0.02, 0.03])
  })
})
