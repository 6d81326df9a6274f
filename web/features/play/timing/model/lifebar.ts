import { isSeconds } from './song-length.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/** The lifebar over song seconds. `levels`: 0 to 1. `ownScale`: relative to the highest level, because the unit is unknown. */
export interface Lifebar {
  readonly times: Float64Array
  readonly levels: Float64Array
  readonly ownScale: boolean
}

/**
 * Normalises a lifebar to song seconds and levels of 0 to 1. Old clients sent x as seconds, as a share of the song or in
 * another unit, and y likewise; unknown units are scaled to their own range. Null for fewer than two points.
 */
export function lifebarOf(points: readonly Point[], length: number): Lifebar | null {
  const ordered = [...points].sort((a, b) => a.x - b.x)
  const first = ordered[0]
  const last = ordered[ordered.length - 1]
  if (!first || !last || last.x <= first.x) return null
  const highest = ordered.reduce((most, point) => Math.max(most, point.y), 0)
  const ownScale = highest > 1
  const toTime = timeOf(ordered, first.x, last.x, length)
  return {
    times: Float64Array.from(ordered, (point) => toTime(point.x)),
    levels: Float64Array.from(ordered, (point) => Math.max(0, point.y / (ownScale ? highest : 1))),
    ownScale,
  }
}

function timeOf(points: readonly Point[], first: number, last: number, length: number) {
  if (first >= 0 && last <= 1.5) return (x: number) => x * length
  const fits = first >= -10 && last >= length * 0.8 && last <= length * 1.25 + 30
  if (isSeconds(points) || fits) return (x: number) => x
  return (x: number) => ((x - first) / (last - first)) * length
}
