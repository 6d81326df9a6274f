import { describe, expect, it } from 'vitest'
import { binMiddle, binOf, histogramOf } from './histogram-chart.tsx'
import { stepsOf } from './steps.ts'

const hits = (...ms: number[]) => stepsOf(ms.map((offset, i) => [i, offset / 1000]))

describe('the histogram', () => {
  it('counts steps in bins of 1 ms', () => {
    const { bins, peak } = histogramOf(hits(0.2, 0.9, 1.5, -0.2, -49.9, 49.9), 0.1815)
    expect([bins[50], bins[51], bins[49], bins[0], bins[99]]).toEqual([2, 1, 1, 1, 1])
    expect(peak).toBe(2)
  })

  it('counts window edges as inside, on both sides', () => {
    expect(binMiddle(binOf(10))).toBe(9.5)
    expect(binMiddle(binOf(-10))).toBe(-9.5)
    expect(binOf(0)).toBe(50)
  })

  it('counts steps out of range and leaves out misses', () => {
    const steps = stepsOf([
      [1, 0.05],
      [2, 0.0501],
      [3, -0.18],
      [4, 0.1816],
      [5, 'Miss'],
    ])
    const { bins, beyond } = histogramOf(steps, 0.1815)
    expect(beyond).toBe(2)
    expect(bins.reduce((sum, n) => sum + n, 0)).toBe(1)
  })

  it('has no peak where every row was missed', () => {
    expect(histogramOf(stepsOf([[1, 'Miss']]), 0.1815)).toMatchObject({ peak: 0, beyond: 0 })
  })
})
