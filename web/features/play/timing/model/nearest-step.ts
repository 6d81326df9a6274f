import { firstIndex } from '../../../../ui/figure/first-index.ts'
import { missRail } from './chart-layout.ts'
import type { Steps } from './steps.ts'
import { offsetToY, type Plot, type TimeSpan, timeToX, xToTime } from './timing-scale.ts'

/** The search radius around the pointer, px. */
const reach = 8

/** Binary search for the time nearest to `seconds`, the earlier one of two; -1 if empty. `times` are ascending. */
export function nearestIndex(times: Float64Array, seconds: number): number {
  const next = firstIndex(times.length, (i) => (times[i] ?? 0) >= seconds)
  if (next === 0) return times.length === 0 ? -1 : 0
  const before = times[next - 1] ?? 0
  const after = times[next]
  return after !== undefined && after - seconds < seconds - before ? next : next - 1
}

export interface StepField {
  readonly steps: Steps
  readonly judgments: Uint8Array
  /** The judgment index of a miss. */
  readonly miss: number
}

/** y of every hit step, CSS px; undefined for misses. */
export function stepYs({ steps }: StepField, plot: Plot): Float32Array {
  return Float32Array.from(steps.offsets, (offset) => offsetToY(plot, offset * 1000))
}

/** y of a step: its offset, or the rail for a miss. */
export function stepY({ steps, judgments, miss }: StepField, plot: Plot, index: number): number {
  if (judgments[index] === miss) return missRail(plot)
  return offsetToY(plot, (steps.offsets[index] ?? 0) * 1000)
}

/**
 * The step at the pointer: the nearest one drawn within a few px horizontally, so that an outlier can be selected among
 * hundreds; otherwise the nearest in time.
 */
export function stepUnder(field: StepField, span: TimeSpan, plot: Plot, x: number, y: number): number {
  const { times } = field.steps
  const centre = nearestIndex(times, xToTime(span, plot, x))
  let best = centre
  let least = Number.POSITIVE_INFINITY
  const compare = (index: number): boolean => {
    const dx = timeToX(span, plot, times[index] ?? 0) - x
    if (Math.abs(dx) > reach) return false
    const dy = stepY(field, plot, index) - y
    if (dx * dx + dy * dy < least) {
      least = dx * dx + dy * dy
      best = index
    }
    return true
  }
  for (let i = centre; i >= 0 && compare(i); i--);
  for (let i = centre + 1; i < times.length && compare(i); i++);
  return best
}
