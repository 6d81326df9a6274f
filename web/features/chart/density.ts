import { multiplesAround, roundStep } from '../../ui/figure/ticks.ts'

/** [seconds into the song, notes per second until the next point] */
type DensityPoints = readonly (readonly [number, number])[]

/** A segment of the song; seconds. */
export interface Segment {
  readonly from: number
  readonly to: number
  readonly nps: number
}

/**
 * The segments between the points. The last one is as long as the one before, or lasts to the end of the song.
 * `length`: seconds, null if unknown.
 */
export function segmentsOf(points: DensityPoints, length: number | null): Segment[] {
  return points.map(([from, nps], i) => {
    const next = points[i + 1]?.[0]
    const before = from - (points[i - 1]?.[0] ?? from - 1)
    return { from, to: next ?? Math.max(from + before, length ?? 0), nps }
  })
}

/** Downsamples to at most `limit` segments of equal length, each with the highest density within it. */
export function downsampled(segments: readonly Segment[], limit: number): Segment[] {
  const [from, to] = [segments[0]?.from ?? 0, segments.at(-1)?.to ?? 0]
  if (segments.length <= limit) return [...segments]
  const step = (to - from) / limit
  const columns = Array.from({ length: limit }, (_, i) => ({
    from: from + i * step,
    to: from + (i + 1) * step,
    nps: 0,
  }))
  for (const { nps, ...segment } of segments) {
    const first = Math.floor((segment.from - from) / step)
    const last = Math.max(first, Math.ceil((segment.to - from) / step) - 1)
    for (const column of columns.slice(first, last + 1)) column.nps = Math.max(column.nps, nps)
  }
  return columns
}

/** Average notes per second over the whole song, breaks included. */
export function averageNps(segments: readonly Segment[]): number {
  const notes = segments.reduce((sum, { from, to, nps }) => sum + (to - from) * nps, 0)
  const seconds = segments.reduce((sum, { from, to }) => sum + to - from, 0)
  return seconds > 0 ? notes / seconds : 0
}

/** Axis ticks: round numbers from 0 to at least the peak, at most five. */
export function npsTicks(peak: number): number[] {
  return multiplesAround(0, peak, roundStep(peak, 4, 1))
}
