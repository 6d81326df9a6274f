/** The smallest of 1, 2 or 5 times a power of ten that is `least` or more, and of which `count` cover the span. */
export function roundStep(span: number, count: number, least: number): number {
  const rough = Math.max(least, span / count)
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= rough) ?? rough
}

/** The multiples of a step around two values, at least two. */
export function multiplesAround(lowest: number, highest: number, step: number): number[] {
  const first = Math.floor(lowest / step)
  const last = Math.max(first + 1, Math.ceil(highest / step))
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
}

const distances = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600]

/** Round times within a song, at most `limit`; seconds. */
export function songTicks(from: number, to: number, limit: number): number[] {
  const distance = distances.find((step) => (to - from) / step <= limit) ?? (to - from) / limit
  const first = Math.ceil(from / distance)
  const count = Math.max(0, Math.floor(to / distance) - first + 1)
  return Array.from({ length: count }, (_, i) => (first + i) * distance)
}

/** Binary search for the first index at which the monotonic predicate `matches` holds; `length` if none. */
export function firstIndex(length: number, matches: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (matches(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns heights at least `gap` apart, in the same order, and from `top` to `bottom` if they fit. */
export function movedApart(
  heights: readonly number[],
  { gap, top, bottom }: { readonly gap: number; readonly top: number; readonly bottom: number },
): number[] {
  const order = heights.map((height, i) => ({ height, i })).sort((a, b) => a.height - b.height)
  let next = top - gap
  const placed = order.map(({ height, i }) => {
    next = Math.max(height, next + gap)
    return { i, at: next }
  })
  let max = bottom
  for (const each of placed.toReversed()) {
    each.at = Math.min(each.at, max)
    max = each.at - gap
  }
  return placed.sort((a, b) => a.i - b.i).map(({ at }) => at)
}

/** Widths of letters, relative to a lower-case one. */
const widths: readonly [letters: RegExp, width: number][] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u, 1.9],
  [/[MWmw@%]/, 1.6],
  [/\p{Lu}/u, 1.2],
]

/** Truncates a text to the width of `max` lower-case letters, estimated, with an ellipsis: for drawings, which can't wrap. */
export function fitted(text: string, max: number): string {
  const letters = [...text]
  const fits = (count: number) =>
    letters.slice(0, count).reduce((sum, letter) => sum + widthOf(letter), 0) <=
    max - (count < letters.length ? 1 : 0)
  let count = letters.length
  while (count > 1 && !fits(count)) count--
  return count === letters.length ? text : `${letters.slice(0, count).join('')}…`
}

function widthOf(letter: string): number {
  return widths.find(([letters]) => letters.test(letter))?.[1] ?? 1
}
