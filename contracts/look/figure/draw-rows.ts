import type { Figure } from '../../analysis/question.ts'
import type { Line } from './lines-of.ts'
import { type Mark, path, rounded, shortened, text, widthOf } from './marks.ts'
import { numberText } from './ticks.ts'

const row = 26
const top = 26
const maxRows = 30

/** Returns the height of the figure, px. */
export function heightOfRows(lines: readonly Line[]): number {
  return top + row * Math.min(maxRows, lines[0]?.points.length ?? 0) + 8
}

/** Draws horizontal bars with a label before and a number behind each. */
export function drawRows(lines: readonly Line[], figure: Figure, width: number): Mark[] {
  const points = lines[0]?.points.slice(0, maxRows) ?? []
  const letters = Math.floor((width * 0.52) / 6.1)
  const names = points.map(({ x }) => shortened(String(x), letters))
  const left = Math.max(...names.map(widthOf)) + 10
  const ys = points.map(({ y }) => y)
  const [least, most] = [Math.min(0, ...ys), Math.max(0, ...ys)]
  const right = width - 44
  const span = most - least || 1
  const x = (value: number) => rounded(left + ((value - least) / span) * (right - left))
  return [
    text('tb', 0, 14, figure.y.label),
    ...points.flatMap(({ y: value }, i) => {
      const at = top + row * i
      return [
        text('', 0, at + 17, names[i] ?? ''),
        path('fill c-1', `M${x(0)} ${at + 4}H${x(value)}V${at + row - 4}H${x(0)}z`),
        text('tb', x(Math.max(0, value)) + 6, at + 17, numberText(value)),
      ]
    }),
    path('gl2', `M${x(0)} ${top}V${top + row * points.length}`),
  ]
}
