import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { movedApart } from '../../../ui/figure/ticks.ts'
import { lineAt, pointTicks, raceLayout, tickText, timeTicks } from './race-layout.ts'

const day = 86_400_000

describe('the layout of a race', () => {
  it('reserves space for the names right of the needle', () => {
    for (const now of [0, 10 * day, 20 * day, 21 * day]) {
      const { x } = raceLayout(
        { width: 700, height: 300, names: 190 },
        { start: 0, end: 21 * day, now },
        1_000,
      )
      expect(x(now) + 190).toBeLessThanOrEqual(700.5)
      expect(x(0)).toBe(44)
    }
  })

  it.each([
    [187_420, [0, 50_000, 100_000, 150_000, 200_000]],
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [1_000, [0, 200, 400, 600, 800, 1_000]],
  ])('has round numbers up to %i points', (most, ticks) => {
    expect(pointTicks(most)).toEqual(ticks)
  })

  it('abbreviates thousands', () => {
    expect([200_000, 2_500, 800].map(tickText)).toEqual(['200k', '2.5k', '800'])
  })

  it('labels few days', () => {
    expect(timeTicks({ start: 0, end: 21 * day }, 5).map((time) => time / day)).toEqual([0, 5, 10, 15, 20])
    expect(timeTicks({ start: 0, end: 2.6 * day }, 5).map((time) => time / day)).toEqual([0, 1, 2])
  })

  it('labels hours of a short round, none of them after its end', () => {
    const hours = (length: number) =>
      timeTicks({ start: 0, end: length * day }, 5).map((time) => (24 * time) / day)
    expect(hours(20.4 / 24)).toEqual([0, 4, 8, 12, 16, 20])
    expect(hours(1 / 72)).toEqual([0])
  })

  it('finds the line under the pointer, and right of the needle the label', () => {
    const knots = (y: number) => [
      { x: 44, y: 300 },
      { x: 144, y },
    ]
    const lines = [
      { id: 'ada', knots: knots(100), label: 90 },
      { id: 'ben', knots: knots(200), label: 120 },
    ]
    const at = (x: number, y: number) => lineAt(lines, { x, y }, 144)
    expect([at(94, 205), at(94, 246), at(143, 110), at(200, 119), at(200, 91)]).toEqual([
      'ada',
      'ben',
      'ada',
      'ben',
      'ada',
    ])
    expect([at(20, 300), at(94, 20), at(200, 300)]).toEqual([null, null, null])
  })

  it('spreads labels in order and within the bounds', () => {
    const heights = fc
      .array(fc.integer({ min: 0, max: 280 }), { maxLength: 11 })
      .map((ys) => ys.sort((a, b) => a - b))
    fc.assert(
      fc.property(heights, (wanted) => {
        const moved = movedApart(wanted, { gap: 15, top: 10, bottom: 280 })
        for (const [i, y] of moved.entries()) {
          expect(y).toBeGreaterThanOrEqual(10)
          expect(y).toBeLessThanOrEqual(280)
          if (i > 0) expect(y - (moved[i - 1] ?? 0)).toBeGreaterThanOrEqual(15)
        }
      }),
    )
  })
})
