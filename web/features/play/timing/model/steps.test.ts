import { describe, expect, it } from 'vitest'
import { stepsOf } from './steps.ts'

describe('the steps of a play', () => {
  it('keep time and offset, and hold a miss as no number', () => {
    const steps = stepsOf([
      [1, 0.004],
      [2, 'Miss'],
    ])
    expect([...steps.times]).toEqual([1, 2])
    expect([...steps.offsets]).toEqual([0.004, Number.NaN])
  })

  it('are put in time order where a client sent them otherwise', () => {
    const steps = stepsOf([
      [2, 0.02],
      [1, 0.01],
      [3, 0.03],
    ])
    expect([...steps.times]).toEqual([1, 2, 3])
    expect([...steps.offsets]).toEqual([0.01, 0.02, 0.03])
  })
})
