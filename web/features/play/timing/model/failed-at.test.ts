import { describe, expect, it } from 'vitest'
import { failedAt } from './failed-at.ts'

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

describe('the moment of a fail', () => {
  it('is where the lifebar is empty first', () => {
    expect(failedAt(false, lifebar(0.5, 0.2, 0, 0), steps)).toBe(2.5)
  })

  it('is the last row that was hit, where no lifebar tells', () => {
    expect(failedAt(false, null, steps)).toBe(2)
    expect(failedAt(false, lifebar(0.5, 0.2, 0.1, 0.1), steps)).toBe(2)
    expect(failedAt(false, null, { ...steps, offsets: new Float64Array(4).fill(Number.NaN) })).toBeNull()
  })

  it('is none of a play that was passed, or of which nobody knows', () => {
    expect(failedAt(true, lifebar(0.5, 0.2, 0, 0), steps)).toBeNull()
    expect(failedAt(null, null, steps)).toBeNull()
  })
})
