import type { ScoringSystem } from '@stepledger/contracts/rules/scoring-system.ts'
import { multiplesAround, roundStep } from '../../../ui/figure/ticks.ts'
import type { Steps } from '../timing/model/steps.ts'

type Weights = Pick<ScoringSystem, 'windows' | 'miss' | 'held'>

/** The points after each step. */
function earned({ windows, miss }: Weights, { offsets }: Steps): number[] {
  let sum = 0
  return Array.from(offsets, (offset) => {
    const size = Math.abs(offset)
    sum += windows.find(({ seconds }) => size <= seconds)?.weight ?? miss
    return sum
  })
}

/** A moment of the song, seconds, and how far the first play is ahead by then, percentage points. */
export type Difference = readonly (readonly [seconds: number, points: number])[]

/**
 * How far a play is ahead of another one over the song, by its steps. The nth rows of both are the same row of the chart,
 * although their times differ by the offsets. `holds`: holds and rolls of the chart, which are in
 * the maximum but not on the time axis.
 */
export function differenceOf(weights: Weights, own: Steps, other: Steps, holds: number): Difference {
  const best = weights.windows[0]?.weight ?? 1
  const maximum = Math.max(own.count, other.count) * best + holds * weights.held
  if (maximum <= 0) return []
  const [ownSums, otherSums] = [earned(weights, own), earned(weights, other)]
  const longer = own.count >= other.count ? own : other
  return Array.from(longer.times, (time, i) => {
    const ahead = (ownSums[i] ?? ownSums.at(-1) ?? 0) - (otherSums[i] ?? otherSums.at(-1) ?? 0)
    return [time, (ahead / maximum) * 100]
  })
}

/** Axis ticks around the differences, zero among them; at most seven. */
export function differenceTicks(difference: Difference): number[] {
  const points = difference.map(([, ahead]) => ahead)
  const [lowest, highest] = [Math.min(0, ...points), Math.max(0, ...points)]
  return multiplesAround(lowest, highest, roundStep(highest - lowest, 5, 0.1))
}
