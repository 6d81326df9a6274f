/** Seconds into the song, notes per second from there to the next point. */
export type DensityPoints = readonly (readonly [number, number])[]

/** A segment of the song with its notes per second. Seconds. */
export interface Segment {
  readonly from: number
  readonly to: number
  readonly nps: number
}

/**
 * What lies between the points; the last segment is as long as the one before, or until the song ends. `length`:
 * seconds, if known.
 */
export function segmentsOf(points: DensityPoints, length: number | null): Segment[] {
  return points.map(([from, nps], i) => {
    const next = points[i + 1]?.[0]
    const before = from - (points[i - 1]?.[0] ?? from - 1)
    return { from, to: next ?? Math.max(from + before, length ?? 0), nps }
  })
}

/** At most `most` segments of one length in place of more, each as dense as the densest in it. */
export function thinned(segments: readonly Segment[], most: number): Segment[] {
  const [from, to] = [segments[0]?.from ?? 0, segments.at(-1)?.to ?? 0]
  if (segments.length <= most) return [...segments]
  const each = (to - from) / most
  const columns = Array.from({ length: most }, (_, i) => ({
    from: from + i * each,
    to: from + (i + 1) * each,
    nps: 0,
  }))
  for (const { nps, ...segment } of segments) {
    const first = Math.floor((segment.from - from) / each)
    const last = Math.max(first, Math.ceil((segment.to - from) / each) - 1)
    for (const column of columns.slice(first, last + 1)) column.nps = Math.max(column.nps, nps)
  }
  return columns
}

/** Notes per second over the whole song, breaks included. */
export function averageNps(segments: readonly Segment[]): number {
  const notes = segments.reduce((sum, { from, to, nps }) => sum + (to - from) * nps, 0)
  const seconds = segments.reduce((sum, { from, to }) => sum + to - from, 0)
  return seconds > 0 ? notes / seconds : 0
}

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500]

/** Round numbers from 0 to at least the peak, five at most. */
export function npsTicks(peak: number): number[] {
  const step = steps.find((each) => each * 4 >= peak) ?? peak / 4
  return Array.from({ length: Math.max(1, Math.ceil(peak / step)) + 1 }, (_, i) => i * step)
}

const distances = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600]

/** Round times from the begin to the end of a song, at most `most` of them. Seconds. */
export function timeTicks(from: number, to: number, most: number): number[] {
  const distance = distances.find((each) => (to - from) / each <= most) ?? (to - from) / most
  const first = Math.ceil(from / distance)
  const count = Math.max(0, Math.floor(to / distance) - first + 1)
  return Array.from({ length: count }, (_, i) => (first + i) * distance)
}
