import { type Mark, path, rounded, text, widthOf } from './marks.ts'
import { numberText, ticksOf } from './ticks.ts'

/** Where a figure draws its values. px. */
export interface Frame {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface Scale {
  readonly marks: readonly Mark[]
  readonly of: (value: number) => number
}

/** px of a label of x, at least. */
const roomOfTick = 56

/** The left edge that the labels of the values need. */
export function leftOf(least: number, most: number): number {
  const longest = Math.max(...ticksOf(least, most, 4).map((tick) => widthOf(numberText(tick))))
  return Math.ceil(longest) + 14
}

/** Hairlines and labels of the values; zero stands out. */
export function verticalScale(frame: Frame, least: number, most: number): Scale {
  const ticks = ticksOf(least, most, 4)
  const [from = 0, to = 1] = [ticks[0], ticks.at(-1)]
  const of = (value: number) =>
    rounded(frame.bottom - ((value - from) / (to - from)) * (frame.bottom - frame.top))
  const marks = ticks.flatMap((tick) => [
    path(tick === 0 ? 'gl2' : 'gl', `M${frame.left} ${of(tick)}H${frame.right}`),
    text('', frame.left - 8, of(tick) + 4, numberText(tick), 'end'),
  ])
  return { marks, of }
}

/** Labels of x below the frame, as many as there is room for; the values reach to both edges. */
export function horizontalScale(frame: Frame, least: number, most: number): Scale {
  const span = most - least || 1
  const room = Math.max(1, Math.floor((frame.right - frame.left) / roomOfTick))
  const of = (value: number) => rounded(frame.left + ((value - least) / span) * (frame.right - frame.left))
  const ticks = ticksOf(least, most, Math.min(8, room)).filter((tick) => tick >= least && tick <= most)
  return {
    marks: ticks.map((tick) => text('', of(tick), frame.bottom + 16, numberText(tick), 'middle')),
    of,
  }
}

/** What the axes mean: of the values at the top, of x below the frame. */
export function axisLabels(frame: Frame, x: string, y: string): Mark[] {
  return [text('tb', 0, 14, y), text('', frame.right, frame.bottom + 34, x, 'end')]
}

/** A square around a place. */
const square = 'm-5 -5h10v10h-10z'

/** A colour and the outline that stands for it. */
export interface Key {
  readonly name: string
  readonly className: string
  readonly shape?: string
}

const rowOfLegend = 20

/**
 * Names of colours below the label of the values, each behind its mark, in as many rows as they need. `bottom`: where
 * they end.
 */
export function legend(keys: readonly Key[], width: number): { marks: Mark[]; bottom: number } {
  let [x, y] = [0, 36]
  const marks = keys.flatMap(({ name, className, shape = square }) => {
    const room = 16 + widthOf(name)
    if (x > 0 && x + room > width) [x, y] = [0, y + rowOfLegend]
    const begin = x
    x += room + 12
    return [
      path(`fill ${className}`, `M${rounded(begin + 5)} ${y - 4}${shape}`),
      text('', begin + 15, y, name),
    ]
  })
  return { marks, bottom: y }
}
