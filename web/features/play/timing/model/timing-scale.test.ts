import { describe, expect, it } from 'vitest'
import { offsetToY, timeToX, xToTime } from './timing-scale.ts'

const plot = { left: 52, right: 852, top: 12, bottom: 386 }

describe('the time axis', () => {
  const span = { from: 0, to: 160 }

  it('spans the plot', () => {
    expect(timeToX(span, plot, 0)).toBe(52)
    expect(timeToX(span, plot, 80)).toBe(452)
    expect(timeToX(span, plot, 160)).toBe(852)
  })

  it('is the inverse of its inverse, at any zoom', () => {
    for (const shown of [span, { from: 61.5, to: 64 }])
      for (const seconds of [61.5, 62.25, 63.9])
        expect(xToTime(shown, plot, timeToX(shown, plot, seconds))).toBeCloseTo(seconds, 9)
  })
})

describe('the offset axis', () => {
  it('is symmetric, with late steps above the centre', () => {
    const middle = offsetToY(plot, 0)
    expect(middle).toBe(199)
    expect(offsetToY(plot, 10)).toBeLessThan(middle)
    expect(offsetToY(plot, -10) - middle).toBeCloseTo(middle - offsetToY(plot, 10), 9)
  })

  it('shows every window and gives a third of its height to the inner 23 ms', () => {
    const half = (plot.bottom - plot.top) / 2
    const up = (ms: number) => (offsetToY(plot, 0) - offsetToY(plot, ms)) / half
    expect(up(23)).toBeGreaterThan(0.37)
    expect(up(181.5)).toBeLessThan(1)
    const edges = [10, 15, 23, 44.5, 103.5, 136.5, 181.5]
    for (const [i, edge] of edges.entries())
      expect((up(edge) - up(edges[i - 1] ?? 0)) * half).toBeGreaterThan(14)
  })

  it('stays within the plot', () => {
    expect(offsetToY(plot, 5000)).toBe(plot.top)
    expect(offsetToY(plot, -5000)).toBe(plot.bottom)
  })
})
