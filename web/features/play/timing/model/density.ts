interface Point {
  readonly x: number
  readonly y: number
}

/** Notes per second as bars over song seconds; `heights` are relative to the peak. Empty bars are left out. */
export interface Density {
  readonly from: Float64Array
  readonly to: Float64Array
  readonly heights: Float64Array
}

/** Converts points (x: share of the song, y: share of the peak) to bars that reach to the next point; null if empty. */
export function densityOf(points: readonly Point[], length: number): Density | null {
  const ordered = [...points].sort((a, b) => a.x - b.x)
  const highest = ordered.reduce((most, point) => Math.max(most, point.y), 1)
  const bars = ordered.flatMap((point, i) => {
    if (point.y <= 0) return []
    const next = ordered[i + 1]?.x ?? endAfter(ordered, i)
    return [{ from: point.x * length, to: next * length, height: point.y / highest }]
  })
  if (bars.length === 0) return null
  return {
    from: Float64Array.from(bars, (bar) => bar.from),
    to: Float64Array.from(bars, (bar) => bar.to),
    heights: Float64Array.from(bars, (bar) => bar.height),
  }
}

/** The last bar is as wide as the one before, but ends with the song at the latest. */
function endAfter(ordered: readonly Point[], index: number): number {
  const at = ordered[index]?.x ?? 0
  const before = ordered[index - 1]?.x
  return before === undefined ? Math.max(1, at) : Math.max(at, Math.min(1, at + (at - before)))
}
