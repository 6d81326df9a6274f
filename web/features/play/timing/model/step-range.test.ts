import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statisticsOfSteps, stepsOf, stepsWithin } from './steps.ts'

const moment = fc.integer({ min: -20, max: 220 }).map((n) => n / 2)

describe('the visible steps', () => {
  it('are those within the span, including jacks and the bounds', () => {
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 40 }), moment, moment, (times, a, b) => {
        const span = { from: Math.min(a, b), to: Math.max(a, b) }
        const steps = stepsOf(times.map((time) => [time, 0]))
        const range = stepsWithin(steps, span)
        const within = [...steps.times].filter((time) => time >= span.from && time <= span.to)
        expect([...steps.times.subarray(range.from, range.to)]).toEqual(within)
      }),
    )
  })

  it('have their own statistics, without misses', () => {
    const steps = stepsOf([
      [1, 0.01],
      [2, 'Miss'],
      [3, -0.02],
      [4, 0.5],
      [5, 0.03],
    ])
    const field = { steps, judgments: Uint8Array.of(0, 1, 0, 1, 0), miss: 1 }
    const first = statisticsOfSteps(field, { from: 0, to: 3 })
    expect(first?.meanAbsolute).toBeCloseTo(15)
    expect(first?.mean).toBeCloseTo(-5)
    expect(first?.deviation).toBeCloseTo(15)
    expect(first?.max).toBeCloseTo(20)
    expect(statisticsOfSteps(field, { from: 3, to: 4 })).toBeNull()
  })
})
