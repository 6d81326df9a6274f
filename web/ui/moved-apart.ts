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
