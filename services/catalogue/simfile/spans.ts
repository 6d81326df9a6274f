export interface Span {
  readonly from: number
  readonly to: number
}

export function mergedSpans(spans: readonly Span[]): Span[] {
  const merged: { from: number; to: number }[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else if (to > from) merged.push({ from, to })
  }
  return merged
}

/** `spans`: sorted. */
export function isInside(spans: readonly Span[], row: number): boolean {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    const span = spans[middle]
    if (span !== undefined && span.to <= row) low = middle + 1
    else high = middle
  }
  const span = spans[low]
  return span !== undefined && span.from <= row
}
