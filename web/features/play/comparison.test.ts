import { describe, expect, it } from 'vitest'
import { differenceOf, differenceTicks } from './comparison.tsx'
import { stepsOf } from './timing/steps.ts'

const weights = {
  windows: [
    { judgment: 'Fantastic', seconds: 0.01, weight: 4 },
    { judgment: 'Excellent', seconds: 0.05, weight: 2 },
  ],
  miss: 0,
  held: 1,
}

describe('the difference over the song', () => {
  const own = stepsOf([
    [1, 0.001],
    [2, 'Miss'],
    [3, 0.001],
  ])
  const other = stepsOf([
    [1, 0.02],
    [2, 0.001],
    [3, 0.001],
  ])

  it('is the running sum of points, one moment for each row, relative to the maximum', () => {
    // Three steps of 4 points and 8 holds: a maximum of 20.
    expect(differenceOf(weights, own, other, 8)).toEqual([
      [1, 10],
      [2, -10],
      [3, -10],
    ])
  })

  it('goes on where one play ended, and is nothing without steps', () => {
    const short = stepsOf([[1, 0.001]])
    expect(differenceOf(weights, short, own, 0).at(-1)).toEqual([3, expect.closeTo(-100 / 3)])
    expect(differenceOf(weights, stepsOf([]), stepsOf([]), 0)).toEqual([])
  })

  it('has ticks with zero among them', () => {
    expect(differenceTicks([[0, 0.3]])).toEqual([0, 0.1, 0.2, expect.closeTo(0.3)])
    expect(differenceTicks([])).toContain(0)
    expect(
      differenceTicks([
        [0, -2.2],
        [1, 1],
      ]),
    ).toEqual([-3, -2, -1, 0, 1])
  })
})
