import type { Figure } from '../../analysis/question.ts'
import { colourOf } from './colours.ts'
import { axisLabels, horizontalScale, leftOf, verticalScale } from './frame.ts'
import type { Line } from './lines-of.ts'
import { type Mark, path, rounded, shortened, text, widthOf } from './marks.ts'
import { movedApart } from './moved-apart.ts'

const labelGap = 14
const maxNameLength = 22

/** Draws lines over a numeric axis, with a label at the end of each. Overlapping labels are moved apart. */
export function drawLines(lines: readonly Line[], figure: Figure, width: number, height: number): Mark[] {
  const names = lines.map(({ name }) => shortened(name, width < 560 ? 14 : maxNameLength))
  const points = lines.flatMap((line) => line.points)
  const ys = points.map(({ y }) => y)
  const [min, max] = rangeOf(ys)
  const room = Math.max(...names.map(widthOf)) + (lines.length > 1 ? 22 : 16)
  const frame = { left: leftOf(min, max), right: width - room, top: 30, bottom: height - 42 }
  const xs = points.map(({ x }) => numberOf(x))
  const x = horizontalScale(frame, Math.min(...xs), Math.max(...xs))
  const y = verticalScale(frame, min, max)
  const ends = lines.map((line) => y.of(line.points.at(-1)?.y ?? 0))
  const heights = movedApart(ends, { ...frame, gap: labelGap })
  return [
    ...y.marks,
    ...x.marks,
    ...axisLabels({ ...frame, right: width }, figure.x.label, figure.y.label),
    ...lines.flatMap((line, i) => {
      const colour = colourOf(line.name, i)
      const positions = line.points.map((point) => `${x.of(numberOf(point.x))} ${y.of(point.y)}`)
      const dots = line.points.length > 40 ? '' : positions.map((at) => `M${at}h0`).join('')
      return [path(`line ${colour}`, `M${positions.join('L')}`), path(`knots ${colour}`, dots)]
    }),
    ...(lines.length < 2 ? [] : names).flatMap((name, i) => {
      const [end = 0, at = 0] = [ends[i], heights[i]]
      const last = x.of(numberOf(lines[i]?.points.at(-1)?.x ?? 0))
      const from = Math.max(last, frame.right)
      return [
        path('gl2', `M${last + 5} ${end}L${rounded(from + 12)} ${rounded(at)}`),
        text(`halo name ${colourOf(lines[i]?.name ?? '', i)}`, from + 16, at + 4, name),
      ]
    }),
  ]
}

/** The axis includes zero unless all values are far above it. */
function rangeOf(values: readonly number[]): [min: number, max: number] {
  const [min, max] = [Math.min(...values), Math.max(...values)]
  return min > max / 2 ? [min, max] : [Math.min(0, min), Math.max(0, max)]
}

/** Returns 0 for text, because lines need a numeric axis. */
function numberOf(x: number | string): number {
  const number = Number(x)
  return Number.isFinite(number) ? number : 0
}
