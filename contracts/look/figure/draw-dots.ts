import type { Figure } from '../../analysis/question.ts'
import { colourOf } from './colours.ts'
import { axisLabels, horizontalScale, leftOf, legend, verticalScale } from './frame.ts'
import type { Line } from './lines-of.ts'
import { type Mark, path } from './marks.ts'
import { ticksOf } from './ticks.ts'

/** Marks around the current point: square, diamond, triangle. Colour is not the only distinction. */
const shapes = ['m-3 -3h6v6h-6z', 'm0 -4l4 4l-4 4l-4 -4z', 'm0 -4l4 7h-8z'] as const

const shapeOf = (nth: number) => shapes[nth % shapes.length] ?? shapes[0]

/** Draws a scatter plot. */
export function drawDots(lines: readonly Line[], figure: Figure, width: number, height: number): Mark[] {
  const points = lines.flatMap((line) => line.points)
  const xs = points.map(({ x }) => Number(x) || 0)
  const ys = points.map(({ y }) => y)
  const [least, most] = [Math.min(...ys), Math.max(...ys)]
  const names = legend(
    lines.length > 1
      ? lines.map(({ name }, i) => ({ name, className: colourOf(name, i), shape: shapeOf(i) }))
      : [],
    width,
  )
  const frame = {
    left: leftOf(least, most),
    right: width - 12,
    top: lines.length > 1 ? names.bottom + 18 : 30,
    bottom: height - 42,
  }
  const ticks = ticksOf(Math.min(...xs), Math.max(...xs), 8)
  const x = horizontalScale(frame, ticks[0] ?? 0, ticks.at(-1) ?? 1)
  const y = verticalScale(frame, least, most)
  return [
    ...y.marks,
    ...x.marks,
    ...axisLabels(frame, figure.x.label, figure.y.label),
    ...names.marks,
    ...lines.map((line, i) => {
      const d = line.points.map((point) => `M${x.of(Number(point.x) || 0)} ${y.of(point.y)}${shapeOf(i)}`)
      return path(`fill dots ${colourOf(line.name, i)}`, d.join(''))
    }),
  ]
}
