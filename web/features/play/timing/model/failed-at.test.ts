import { describe, expect, it } from 'vitest'
import { failedAt } from './timeline.ts'

const steps = {
  count: 4,
  times: Float64Array.of(1, 2, 3, 4),
  offsets: Float64Array.of(0.01, 0.02, Number.NaN, Number.NaN),
}
const lifebar = (...levels: number[]) => ({
  times: Float64Array.of(0, 1.5, 2.5, 3.5),
  levels: Float64Array.from(levels),
  ownScale: false,
})

describe('the time of a fail', () => {
  it('is the first empty level of the lifebar', () => {
    expect(failedAt(false, lifebar(0.5, 0.2, 0, 0), steps)).toBe(2.5)
  })

  it('is the last hit row without a usable lifebar', () => {
    expect(failedAt(false, null, steps)).toBe(2)
    expect(failedAt(false, lifebar(0.5, 0.2, 0.1, 0.1), steps)).toBe(2)
    expect(failedAt(false, null, { ...steps, offsets: new Float64Array(4).fill(Number.NaN) })).toBeNull()
  })

  it('is null for passed and unknown plays', () => {
    expect(failedAt(true, lifebar(0.5, 0.2, 0, 0), steps)).toBeNull()
    expect(failedAt(null, null, steps)).toBeNull()
  })
})
