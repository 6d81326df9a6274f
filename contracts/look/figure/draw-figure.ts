import type { Answer, Figure } from '../../analysis/question.ts'
import { colourOf } from './colours.ts'
import { drawBars } from './draw-bars.ts'
import { drawLines } from './draw-lines.ts'
import { axisLabels, horizontalScale, leftOf, legend, verticalScale } from './frame.ts'
import { type Line, linesOf } from './lines-of.ts'
import { type Drawing, type Mark, path, rounded, shortened, text, widthOf } from './marks.ts'
import { numberText, ticksOf } from './ticks.ts'

/** px. */
const height = 280

/** Draws a query result for a width in px; null if it has nothing to show. */
export function drawFigure(answer: Answer, figure: Figure, width: number): Drawing | null {
  const lines = linesOf(answer, figure)
  if (lines.length === 0) return null
  const words = describe(lines, figure)
  switch (figure.kind) {
    case 'lines':
      return { width, height, words, marks: drawLines(lines, figure, width, height) }
    case 'dots':
      return { width, height, words, marks: drawDots(lines, figure, width, height) }
    case 'rows':
      return { width, height: heightOfRows(lines), words, marks: drawRows(lines, figure, width) }
    default:
      return { width, height, words, marks: drawBars(lines, figure, width, height) }
  }
}

function describe(lines: readonly Line[], { x, y }: Figure): string {
  const names = lines.map(({ name }) => name).filter((name) => name !== '')
  const points = lines.reduce((sum, line) => sum + line.points.length, 0)
  return `${y.label} by ${x.label}${names.length > 0 ? `: ${names.join(', ')}` : ''}; ${points} values, all in the table`
}

/** Marks around the current point: square, diamond, triangle. Colour is not the only distinction. */
const shapes = ['m-3 -3h6v6h-6z', 'm0 -4l4 4l-4 4l-4 -4z', 'm0 -4l4 7h-8z'] as const

const shapeOf = (nth: number) => shapes[nth % shapes.length] ?? shapes[0]

/** Draws a scatter plot. */
function drawDots(lines: readonly Line[], figure: Figure, width: number, height: number): Mark[] {
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

const row = 26
const top = 26
const maxRows = 30

/** Returns the height of the figure, px. */
function heightOfRows(lines: readonly Line[]): number {
  return top + row * Math.min(maxRows, lines[0]?.points.length ?? 0) + 8
}

/** Draws horizontal bars with a label before and a number behind each. */
function drawRows(lines: readonly Line[], figure: Figure, width: number): Mark[] {
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
