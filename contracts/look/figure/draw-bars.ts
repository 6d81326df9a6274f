import type { Figure } from '../../analysis/question.ts'
import { colourOf } from './colours.ts'
import { axisLabels, leftOf, legend, verticalScale } from './frame.ts'
import type { Line } from './lines-of.ts'
import { type Mark, path, rounded, text, widthOf } from './marks.ts'
import { numberText } from './ticks.ts'

export function drawBars(lines: readonly Line[], figure: Figure, width: number, height: number): Mark[] {
  const stacked = figure.kind === 'stack'
  const places = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))]
  const valuesAt = places.map((place) =>
    lines.map(({ points }) => points.find(({ x }) => x === place)?.y ?? 0),
  )
  const tops = valuesAt.flatMap((values) => (stacked ? [values.reduce((a, b) => a + b, 0)] : values))
  // Sums of rounded shares slightly exceed 100; without rounding they would add a tick.
  const [least, most] = [Math.min(0, ...tops), Number(Math.max(0, ...tops).toPrecision(3))]
  const names = legend(
    lines.length > 1 ? lines.map(({ name }, i) => ({ name, className: colourOf(name, i) })) : [],
    width,
  )
  const frame = {
    left: leftOf(least, most),
    right: width,
    top: lines.length > 1 ? names.bottom + 18 : 30,
    bottom: height - 42,
  }
  const y = verticalScale(frame, least, most)
  const band = (frame.right - frame.left) / places.length
  const bar = (band - Math.min(8, band * 0.25)) / (stacked ? 1 : lines.length)
  const every = Math.ceil((Math.max(...places.map((place) => widthOf(labelOf(place)))) + 10) / band)
  return [
    ...y.marks,
    ...axisLabels(frame, figure.x.label, figure.y.label),
    ...names.marks,
    ...valuesAt.flatMap((values, place) => {
      let below = 0
      return values.map((value, i) => {
        const begin = frame.left + band * place + (band - bar * (stacked ? 1 : lines.length)) / 2
        const left = rounded(begin + (stacked ? 0 : bar * i))
        const [from, to] = stacked ? [y.of(below), y.of(below + value)] : [y.of(0), y.of(value)]
        below += value
        return path(
          `fill ${colourOf(lines[i]?.name ?? '', i)}`,
          `M${left} ${from}V${to}H${rounded(left + Math.max(1, bar))}V${from}z`,
        )
      })
    }),
    ...places.flatMap((place, i) =>
      i % every === 0
        ? [text('', frame.left + band * (i + 0.5), frame.bottom + 16, labelOf(place), 'middle')]
        : [],
    ),
  ]
}

function labelOf(place: number | string): string {
  return typeof place === 'number' ? numberText(place) : place
}
