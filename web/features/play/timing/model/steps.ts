import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import { firstIndex } from '../../../../ui/figure/first-index.ts'
import { missRail } from './chart-layout.ts'
import { offsetToY, type Plot, type TimeSpan, timeToX, xToTime } from './timing-scale.ts'

/** All judged rows of a play in time order. `times`: song seconds. `offsets`: seconds, late positive, NaN for a miss. */
export interface Steps {
  readonly count: number
  readonly times: Float64Array
  readonly offsets: Float64Array
}

export function stepsOf(rows: Play['timingData']): Steps {
  const ordered = inTimeOrder(rows) ? rows : [...rows].sort((a, b) => a[0] - b[0])
  const times = new Float64Array(ordered.length)
  const offsets = new Float64Array(ordered.length)
  for (const [i, [time, offset]] of ordered.entries()) {
    times[i] = time
    offsets[i] = offset === 'Miss' ? Number.NaN : offset
  }
  return { count: ordered.length, times, offsets }
}

function inTimeOrder(rows: Play['timingData']): boolean {
  let last = Number.NEGATIVE_INFINITY
  for (const [time] of rows) {
    if (time < last) return false
    last = time
  }
  return true
}

/** The time of the last step, song seconds; 0 without steps. */
export function lastStepTime(steps: Steps): number {
  return steps.times[steps.count - 1] ?? 0
}

/** A range of step indices; `to` is exclusive. */
export interface StepRange {
  readonly from: number
  readonly to: number
}

export function allOf(steps: Steps): StepRange {
  return { from: 0, to: steps.count }
}

/** The steps within the span. */
export function stepsWithin({ times, count }: Steps, span: TimeSpan): StepRange {
  const from = firstIndex(count, (i) => (times[i] ?? 0) >= span.from)
  const to = firstIndex(count, (i) => (times[i] ?? 0) > span.to)
  return { from, to }
}

/** Step indices per judgment, in time order; the misses are last. */
export type StepOrder = readonly Uint32Array[]

export function stepOrder({ steps, judgments, miss }: StepField): StepOrder {
  const counts = new Uint32Array(miss + 1)
  for (const judgment of judgments) counts[judgment] = (counts[judgment] ?? 0) + 1
  const order = Array.from(counts, (count) => new Uint32Array(count))
  const next = new Uint32Array(miss + 1)
  for (let i = 0; i < steps.count; i++) {
    const judgment = judgments[i] ?? miss
    const list = order[judgment]
    if (list) list[next[judgment] ?? 0] = i
    next[judgment] = (next[judgment] ?? 0) + 1
  }
  return order
}

/** The first position in `list` whose time is not before `seconds`. */
export function lowerBound(list: Uint32Array, times: Float64Array, seconds: number): number {
  return firstIndex(list.length, (slot) => (times[list[slot] ?? 0] ?? 0) >= seconds)
}

/**
 * Statistics of a range of steps, computed like the server's: ms, without misses, population standard deviation; null
 * without hits.
 */
export function statisticsOfSteps(
  { steps, judgments, miss }: StepField,
  { from, to }: StepRange,
): Play['statistics'] {
  let hits = 0
  let sum = 0
  let absolute = 0
  let max = 0
  const forEachHit = (act: (ms: number) => void) => {
    for (let i = from; i < to; i++) if (judgments[i] !== miss) act((steps.offsets[i] ?? 0) * 1000)
  }
  forEachHit((ms) => {
    hits++
    sum += ms
    absolute += Math.abs(ms)
    max = Math.max(max, Math.abs(ms))
  })
  if (hits === 0) return null
  const mean = sum / hits
  let squares = 0
  forEachHit((ms) => {
    squares += (ms - mean) ** 2
  })
  return { meanAbsolute: absolute / hits, mean, deviation: Math.sqrt(squares / hits), max }
}

/** Step counts of a judgment; steps exactly on time count only in `all`. */
interface Sides {
  early: number
  late: number
  all: number
}

/** Counts early and late steps per judgment; the miss is last. */
export function countSides({ steps, judgments, miss }: StepField): Sides[] {
  const counted = Array.from({ length: miss + 1 }, (): Sides => ({ early: 0, late: 0, all: 0 }))
  for (const [i, judgment] of judgments.entries()) {
    const sides = counted[judgment]
    if (!sides) continue
    sides.all++
    const offset = steps.offsets[i] ?? 0
    if (judgment === miss) continue
    if (offset < 0) sides.early++
    else if (offset > 0) sides.late++
  }
  return counted
}

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
