import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWhole, offsetToY, panned, showing, timeToX, towards, within, xToTime, zoomed } from './plot.ts'
import { timeTicks } from './steps.ts'
import { densityOf, failedAt, lifebarOf, songLength, wholeSpan } from './timeline.ts'

describe('notes per second', () => {
  it('become bars up to the next point; silence leaves a gap', () => {
    const density = densityOf(
      [
        { x: 0.1, y: 0.5 },
        { x: 0.2, y: 0 },
        { x: 0.3, y: 1 },
        { x: 0.4, y: 0.25 },
      ],
      200,
    )
    expect([...(density?.from ?? [])]).toEqual([20, 60, 80])
    expect([...(density?.to ?? [])].map(Math.round)).toEqual([40, 80, 100])
    expect([...(density?.heights ?? [])]).toEqual([0.5, 1, 0.25])
  })

  it('end with the song', () => {
    const density = densityOf(
      [
        { x: 0.7, y: 1 },
        { x: 0.9, y: 1 },
      ],
      100,
    )
    expect(density?.to[1]).toBe(100)
  })

  it('never exceed the plot, whatever a client sends', () => {
    const density = densityOf(
      [
        { x: 0, y: 4 },
        { x: 0.5, y: 8 },
      ],
      100,
    )
    expect([...(density?.heights ?? [])]).toEqual([0.5, 1])
  })

  it('are null when empty', () => {
    expect(densityOf([{ x: 0, y: 0 }], 90)).toBeNull()
    expect(densityOf([], 90)).toBeNull()
  })
})

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

const points = (n: number, x: (i: number) => number, y: (i: number) => number) =>
  Array.from({ length: n }, (_, i) => ({ x: x(i), y: y(i) }))

describe('the lifebar', () => {
  it('of a new client is used as sent: song seconds and shares of 1', () => {
    const lifebar = lifebarOf(
      points(
        100,
        (i) => 2.2 + i * 1.36,
        () => 0.5,
      ),
      136,
    )
    expect(lifebar?.times[0]).toBe(2.2)
    expect(lifebar?.levels[7]).toBe(0.5)
    expect(lifebar?.ownScale).toBe(false)
  })

  it('with x as a share of the song is scaled to the song', () => {
    const lifebar = lifebarOf(
      points(
        5,
        (i) => i / 4,
        (i) => i / 4,
      ),
      120,
    )
    expect([...(lifebar?.times ?? [])]).toEqual([0, 30, 60, 90, 120])
  })

  it('in an unknown unit is scaled to its own range and flagged', () => {
    const lifebar = lifebarOf(
      points(
        4,
        (i) => 217 + i * 330,
        (i) => 100 - i * 30,
      ),
      4,
    )
    expect([...(lifebar?.times ?? [])].map((t) => Math.round(t * 100) / 100)).toEqual([0, 1.33, 2.67, 4])
    expect([...(lifebar?.levels ?? [])]).toEqual([1, 0.7, 0.4, 0.1])
    expect(lifebar?.ownScale).toBe(true)
  })

  it('is null for fewer than two points', () => {
    expect(lifebarOf([{ x: 0, y: 100 }], 90)).toBeNull()
    expect(lifebarOf([], 90)).toBeNull()
  })
})

describe('the length of a song', () => {
  const even = points(
    100,
    (i) => 2.2 + (i + 1) * 1.360165,
    () => 1,
  )

  it('is a hundred times the spacing of a hundred lifebar points', () => {
    expect(songLength(even, 129.9)).toBeCloseTo(136.0165, 4)
  })

  it('of a failed play exceeds its last step', () => {
    expect(songLength(even, 31)).toBeCloseTo(136.0165, 4)
  })

  it('is the last step without a usable lifebar', () => {
    expect(songLength([], 129.9)).toBe(129.9)
    expect(songLength([{ x: 0, y: 100 }], 129.9)).toBe(129.9)
    const odd = points(
      100,
      (i) => 217 + i * 10,
      () => 100,
    )
    expect(songLength(odd, 4.2)).toBe(4.2)
  })
})

const plot = { left: 52, right: 852, top: 12, bottom: 78 }
const secondsOf = (from: number, to: number) => timeTicks({ from, to }, plot, 72).map((tick) => tick.seconds)

describe('the labels of the time axis', () => {
  it('are round times with a minimum spacing', () => {
    expect(secondsOf(0, 137)).toEqual([0, 20, 40, 60, 80, 100, 120])
    expect(secondsOf(0, 9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(secondsOf(0, 5400)).toEqual([0, 600, 1200, 1800, 2400, 3000, 3600, 4200, 4800])
  })

  it('are few for any length', () => {
    expect(secondsOf(0, 1e6).length).toBeLessThanOrEqual(12)
  })

  it('start within the visible span', () => {
    expect(secondsOf(61.5, 71)).toEqual([62, 63, 64, 65, 66, 67, 68, 69, 70])
  })
})

describe('the whole of a play', () => {
  it('starts at 0 or an earlier step and ends with the latest curve or step', () => {
    expect(wholeSpan(7.7, [136, 129, 137])).toEqual({ from: 0, to: 137 })
    expect(wholeSpan(-0.4, [90, 0])).toEqual({ from: -0.4, to: 90 })
  })

  it('is never empty', () => {
    expect(wholeSpan(0, [0])).toEqual({ from: 0, to: 1 })
  })
})

const axisPlot = { left: 52, right: 852, top: 12, bottom: 386 }

describe('the time axis', () => {
  const span = { from: 0, to: 160 }

  it('spans the plot', () => {
    expect(timeToX(span, axisPlot, 0)).toBe(52)
    expect(timeToX(span, axisPlot, 80)).toBe(452)
    expect(timeToX(span, axisPlot, 160)).toBe(852)
  })

  it('is the inverse of its inverse, at any zoom', () => {
    for (const shown of [span, { from: 61.5, to: 64 }])
      for (const seconds of [61.5, 62.25, 63.9])
        expect(xToTime(shown, axisPlot, timeToX(shown, axisPlot, seconds))).toBeCloseTo(seconds, 9)
  })
})

describe('the offset axis', () => {
  it('is symmetric, with late steps above the centre', () => {
    const middle = offsetToY(axisPlot, 0)
    expect(middle).toBe(199)
    expect(offsetToY(axisPlot, 10)).toBeLessThan(middle)
    expect(offsetToY(axisPlot, -10) - middle).toBeCloseTo(middle - offsetToY(axisPlot, 10), 9)
  })

  it('shows every window and gives a third of its height to the inner 23 ms', () => {
    const half = (axisPlot.bottom - axisPlot.top) / 2
    const up = (ms: number) => (offsetToY(axisPlot, 0) - offsetToY(axisPlot, ms)) / half
    expect(up(23)).toBeGreaterThan(0.37)
    expect(up(181.5)).toBeLessThan(1)
    const edges = [10, 15, 23, 44.5, 103.5, 136.5, 181.5]
    for (const [i, edge] of edges.entries())
      expect((up(edge) - up(edges[i - 1] ?? 0)) * half).toBeGreaterThan(14)
  })

  it('stays within the plot', () => {
    expect(offsetToY(axisPlot, 5000)).toBe(axisPlot.top)
    expect(offsetToY(axisPlot, -5000)).toBe(axisPlot.bottom)
  })
})

const whole = { from: 0, to: 120 }

describe('the viewport', () => {
  it('zooms around the pointer', () => {
    const half = zoomed(whole, whole, 0.5, 30)
    expect(half).toEqual({ from: 15, to: 75 })
    expect((30 - half.from) / 60).toBe(30 / 120)
  })

  it('zooms out to exactly the whole song', () => {
    expect(zoomed(whole, { from: 100, to: 119.9 }, 50, 101)).toBe(whole)
    expect(within(whole, { from: -5, to: 119.99 })).toBe(whole)
    expect(isWhole(whole, zoomed(whole, zoomed(whole, whole, 0.3, 7), 1 / 0.3, 7))).toBe(true)
  })

  it('has a minimum length of a second, or of a shorter song', () => {
    const close = zoomed(whole, whole, 1e-9, 60)
    expect(close.to - close.from).toBeCloseTo(1, 9)
    const short = { from: 0, to: 0.5 }
    expect(zoomed(short, short, 0.1, 0.2)).toBe(short)
  })

  it('stops at the ends when panned', () => {
    expect(panned(whole, { from: 100, to: 110 }, 50)).toEqual({ from: 110, to: 120 })
    expect(panned(whole, { from: 3, to: 13 }, -50)).toEqual({ from: 0, to: 10 })
    expect(panned(whole, whole, 5)).toBe(whole)
  })

  it('pans only for steps near or beyond its edges', () => {
    const part = { from: 20, to: 30 }
    expect(showing(whole, part, 25)).toBe(part)
    const later = showing(whole, part, 90)
    expect(later.from).toBeCloseTo(81.2)
    expect(later.to).toBeCloseTo(91.2)
    expect(showing(whole, part, 0)).toEqual({ from: 0, to: 10 })
  })

  it('reaches the target of an animation', () => {
    const goal = { from: 40, to: 44 }
    let span = { ...whole }
    let frames = 0
    while (span !== goal && frames < 100) {
      span = towards(whole, span, goal, 0.3)
      frames++
    }
    expect(span).toBe(goal)
    expect(frames).toBeLessThan(40)
  })

  it('is never empty, inverted or out of range', () => {
    const act = fc.oneof(
      fc.record({ kind: fc.constant('zoom' as const), by: fc.double({ min: 0.01, max: 100, noNaN: true }) }),
      fc.record({ kind: fc.constant('pan' as const), by: fc.double({ min: -500, max: 500, noNaN: true }) }),
      fc.record({ kind: fc.constant('show' as const), by: fc.double({ min: 0, max: 120, noNaN: true }) }),
    )
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        let span = whole
        for (const { kind, by } of acts) {
          const middle = (span.from + span.to) / 2
          if (kind === 'zoom') span = zoomed(whole, span, by, middle)
          else if (kind === 'pan') span = panned(whole, span, by)
          else span = showing(whole, span, by)
          expect(span.to - span.from).toBeGreaterThan(0.999)
          expect(span.from).toBeGreaterThanOrEqual(-1e-9)
          expect(span.to).toBeLessThanOrEqual(120 + 1e-9)
        }
      }),
    )
  })
})
