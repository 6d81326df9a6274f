import { type Mark, path, rounded, text, widthOf } from './marks.ts'
import { numberText, ticksOf } from './ticks.ts'

/** The plot area of a figure, px. */
interface Frame {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Scale {
  readonly marks: readonly Mark[]
  readonly of: (value: number) => number
}

/** Minimum distance of the ticks of x, px. */
const tickDistance = 56

/** Returns the left edge of the plot area that leaves room for the labels of y, px. */
export function leftOf(min: number, max: number): number {
  const longest = Math.max(...ticksOf(min, max, 4).map((tick) => widthOf(numberText(tick))))
  return Math.ceil(longest) + 14
}

/** Grid lines and tick labels of y; zero is emphasised. */
export function verticalScale(frame: Frame, min: number, max: number): Scale {
  const ticks = ticksOf(min, max, 4)
  const [from = 0, to = 1] = [ticks[0], ticks.at(-1)]
  const of = (value: number) =>
    rounded(frame.bottom - ((value - from) / (to - from)) * (frame.bottom - frame.top))
  const marks = ticks.flatMap((tick) => [
    path(tick === 0 ? 'gl2' : 'gl', `M${frame.left} ${of(tick)}H${frame.right}`),
    text('', frame.left - 8, of(tick) + 4, numberText(tick), 'end'),
  ])
  return { marks, of }
}

/** Tick labels of x, as many as fit. The values span the whole width. */
export function horizontalScale(frame: Frame, min: number, max: number): Scale {
  const span = max - min || 1
  const fitting = Math.max(1, Math.floor((frame.right - frame.left) / tickDistance))
  const of = (value: number) => rounded(frame.left + ((value - min) / span) * (frame.right - frame.left))
  const ticks = ticksOf(min, max, Math.min(8, fitting)).filter((tick) => tick >= min && tick <= max)
  return {
    marks: ticks.map((tick) => text('', of(tick), frame.bottom + 16, numberText(tick), 'middle')),
    of,
  }
}

/** Labels of the axes: y at the top, x below the plot area. */
export function axisLabels(frame: Frame, x: string, y: string): Mark[] {
  return [text('tb', 0, 14, y), text('', frame.right, frame.bottom + 34, x, 'end')]
}

/** A square centred on the current point. */
const square = 'm-5 -5h10v10h-10z'

/** An entry of a legend: name, colour and mark. */
interface Key {
  readonly name: string
  readonly className: string
  readonly shape?: string
}

/** px. */
const legendRowHeight = 20

/** Draws a legend below the label of y, wrapped to `width`. `bottom`: its lower edge, px. */
export function legend(keys: readonly Key[], width: number): { marks: Mark[]; bottom: number } {
  let [x, y] = [0, 36]
  const marks = keys.flatMap(({ name, className, shape = square }) => {
    const room = 16 + widthOf(name)
    if (x > 0 && x + room > width) [x, y] = [0, y + legendRowHeight]
    const begin = x
    x += room + 12
    return [
      path(`fill ${className}`, `M${rounded(begin + 5)} ${y - 4}${shape}`),
      text('', begin + 15, y, name),
    ]
  })
  return { marks, bottom: y }
}
