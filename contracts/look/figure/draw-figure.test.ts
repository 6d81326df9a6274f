import { expect, it } from 'vitest'
import type { Figure } from '../../analysis/question.ts'
import { drawFigure } from './draw-figure.ts'
import { linesOf } from './lines-of.ts'
import { movedApart } from './moved-apart.ts'
import { numberText, ticksOf } from './ticks.ts'

const figure: Figure = {
  kind: 'lines',
  x: { column: 'minute', label: 'minutes' },
  y: { columns: ['late'], label: 'ms' },
}
const answer = {
  columns: ['late', 'minute'],
  rows: [
    [1, 0],
    [null, 15],
    [2.5, 30],
  ],
}

it('a figure skips rows without a number', () => {
  expect(linesOf(answer, figure)).toEqual([
    {
      name: '',
      points: [
        { x: 0, y: 1 },
        { x: 30, y: 2.5 },
      ],
    },
  ])
  expect(drawFigure(answer, figure, 400)?.words).toBe('ms by minutes; 2 values, all in the table')
})

it('there is no figure if columns are missing, have text instead of numbers, or are empty', () => {
  expect(drawFigure({ columns: ['minute'], rows: [[0]] }, figure, 400)).toBeNull()
  expect(drawFigure({ columns: ['late', 'minute'], rows: [['soon', 0]] }, figure, 400)).toBeNull()
  expect(drawFigure({ columns: ['late', 'minute'], rows: [] }, figure, 400)).toBeNull()
})

it.each(['lines', 'bars', 'stack', 'rows', 'dots'] as const)(
  '%s: all coordinates are finite, also for equal values and at a width of 300 px',
  (kind) => {
    for (const rows of [[[0, 0]], [[5, 5]], answer.rows, [[-3, 1e9]]]) {
      const drawing = drawFigure({ columns: ['late', 'minute'], rows }, { ...figure, kind }, 300)
      expect(JSON.stringify(drawing)).not.toMatch(/NaN|Infinity|null/)
      expect(drawing?.marks.length).toBeGreaterThan(3)
    }
  },
)

it('ticks are round numbers that cover the values', () => {
  expect(ticksOf(0, 100, 4)).toEqual([0, 25, 50, 75, 100])
  expect(ticksOf(-1.2, 3.7, 4)).toEqual([-2, 0, 2, 4])
  expect(ticksOf(0, 0, 4).length).toBeGreaterThan(1)
  expect(numberText(-1234.567)).toBe('−1,234.57')
})

it('labels at the ends of lines do not overlap and stay within the plot area', () => {
  const heights = movedApart([100, 98, 101, 20], { gap: 14, top: 10, bottom: 110 })
  const sorted = heights.toSorted((a, b) => a - b)
  expect(heights[3]).toBe(20)
  expect(Math.max(...heights)).toBeLessThanOrEqual(110)
  expect(sorted.slice(1).every((height, i) => height - (sorted[i] ?? 0) >= 14)).toBe(true)
})
