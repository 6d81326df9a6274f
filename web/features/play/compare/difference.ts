import type { ScoringSystem } from '@stepledger/contracts/rules/scoring-system.ts'
import type { Steps } from '../timing/model/steps.ts'

type Weights = Pick<ScoringSystem, 'windows' | 'miss' | 'held'>

/** The points of each step so far, at its time, song seconds. */
function earned({ windows, miss }: Weights, { count, times, offsets }: Steps): [number, number][] {
  let sum = 0
  return Array.from({ length: count }, (_, i) => {
    const size = Math.abs(offsets[i] ?? Number.NaN)
    sum += windows.find(({ seconds }) => size <= seconds)?.weight ?? miss
    return [times[i] ?? 0, sum]
  })
}

/** A moment of the song, seconds, and how far the first play is ahead by then, percentage points. */
export type Difference = readonly (readonly [seconds: number, points: number])[]

/**
 * How far a play is ahead of another one over the song, by its steps. `holds`: holds and rolls of the chart, which are in
 * the maximum but not on the time axis.
 */
export function differenceOf(weights: Weights, own: Steps, other: Steps, holds: number): Difference {
  const best = weights.windows[0]?.weight ?? 1
  const maximum = Math.max(own.count, other.count) * best + holds * weights.held
  if (maximum <= 0) return []
  const moments = [
    ...earned(weights, own).map(([time, sum]) => ({ time, sum, isOwn: true })),
    ...earned(weights, other).map(([time, sum]) => ({ time, sum, isOwn: false })),
  ].sort((a, b) => a.time - b.time)
  const points: [number, number][] = []
  let [ownSum, otherSum] = [0, 0]
  for (const { time, sum, isOwn } of moments) {
    if (isOwn) ownSum = sum
    else otherSum = sum
    const ahead = ((ownSum - otherSum) / maximum) * 100
    const last = points.at(-1)
    // Both plays have the same rows: a row is one moment.
    if (last && time - last[0] < 0.001) last[1] = ahead
    else points.push([time, ahead])
  }
  return points
}

const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]

/** Axis ticks around the differences, zero among them; at most seven. */
export function differenceTicks(difference: Difference): number[] {
  const points = difference.map(([, ahead]) => ahead)
  const [lowest, highest] = [Math.min(0, ...points), Math.max(0, ...points)]
  const step = steps.find((each) => (highest - lowest) / each <= 5) ?? 100
  const first = Math.floor(lowest / step)
  const count = Math.max(first + 1, Math.ceil(highest / step)) - first
  return Array.from({ length: count + 1 }, (_, i) => (first + i) * step)
}
