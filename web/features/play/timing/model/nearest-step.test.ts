import { describe, expect, it } from 'vitest'
import { missRail, timingPlot } from './chart-layout.ts'
import { nearestIndex, type StepField, stepsOf, stepUnder } from './steps.ts'
import { offsetToY, timeToX } from './timing-scale.ts'

describe('the step nearest to a time', () => {
  const times = Float64Array.of(1, 2, 4, 4, 9)

  it('is found on either side and beyond the ends', () => {
    expect([0, 1, 1.4, 1.6, 3.5, 6, 7, 50].map((t) => nearestIndex(times, t))).toEqual([
      0, 0, 0, 1, 2, 3, 4, 4,
    ])
  })

  it('is the earlier one of a tie', () => {
    expect(nearestIndex(times, 1.5)).toBe(0)
  })

  it('is -1 without steps', () => {
    expect(nearestIndex(new Float64Array(0), 3)).toBe(-1)
  })

  it('equals the result of a linear search', () => {
    const many = Float64Array.from({ length: 999 }, (_, i) => i * 0.13 + Math.sin(i) * 0.05).sort()
    for (let t = -1; t < 132; t += 0.37) {
      const distance = Math.abs((many[nearestIndex(many, t)] ?? 0) - t)
      expect(distance).toBeCloseTo(Math.min(...many.map((time) => Math.abs(time - t))), 12)
    }
  })
})

describe('the step under a pointer', () => {
  // Given a marathon with thirty steps a pixel, an outlier and a miss among them
  const plot = timingPlot(868, 420)
  const span = { from: 0, to: 3600 }
  const steps = stepsOf(
    Array.from({ length: 24_000 }, (_, i): [number, number | 'Miss'] => [
      i * 0.15,
      i === 12_000 ? 0.12 : i === 12_003 ? 'Miss' : 0.002,
    ]),
  )
  const judgments = new Uint8Array(steps.count)
  judgments[12_003] = 6
  const field: StepField = { steps, judgments, miss: 6 }
  const x = timeToX(span, plot, 1800)

  it('is the outlier at the pointer', () => {
    expect(stepUnder(field, span, plot, x, offsetToY(plot, 118))).toBe(12_000)
  })

  it('is the miss at the pointer', () => {
    expect(stepUnder(field, span, plot, x + 2, missRail(plot))).toBe(12_003)
  })

  it('is the nearest in time otherwise', () => {
    expect(stepUnder(field, { from: -3600, to: 3600 }, plot, plot.left, 200)).toBe(0)
  })
})
