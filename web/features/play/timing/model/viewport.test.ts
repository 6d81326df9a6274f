import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWhole, panned, showing, towards, within, zoomed } from './viewport.ts'

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
