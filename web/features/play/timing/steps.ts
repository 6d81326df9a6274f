import type { Play, PlayScore } from '@stepledger/contracts/http/shapes/play.ts'
import { firstIndex } from '../../../ui/figure/ticks.ts'
import { countText } from '../../../ui/format.tsx'
import { missRail, offsetToY, type Plot, type TimeSpan, timeToX, xToTime } from './plot.ts'

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

/** The windows of a system, tightest first. A judgment is the index of its window; the length means a miss. */
export type Windows = PlayScore['data']['windows']

/** The judgment of an offset in seconds (NaN: missed). Windows are inclusive. */
export function judge(windows: Windows, offset: number): number {
  const size = Math.abs(offset)
  const index = windows.findIndex((window) => size <= window.seconds)
  return index === -1 ? windows.length : index
}

export function judgeAll(windows: Windows, steps: Steps): Uint8Array {
  const limits = Float64Array.from(windows, (window) => window.seconds)
  const judgments = new Uint8Array(steps.count)
  for (let i = 0; i < steps.count; i++) {
    const size = Math.abs(steps.offsets[i] ?? Number.NaN)
    let judgment = 0
    // NaN fails every comparison and ends as a miss.
    while (judgment < limits.length && !(size <= (limits[judgment] ?? 0))) judgment++
    judgments[i] = judgment
  }
  return judgments
}

export function judgmentName(windows: Windows, judgment: number): string {
  return windows[judgment]?.name ?? 'Miss'
}

/** The edge of a window in ms, without the floating-point error of seconds (0.1035 s is 103.5). */
export function windowEdge(window: Windows[number]): number {
  return Math.round(window.seconds * 1e5) / 100
}

/** Song time as `1:26`, or with decimals as `1:26.208`; hours only if not 0. */
export function songTime(seconds: number, digits: 0 | 1 | 3 = 0): string {
  const unit = 10 ** digits
  const units = Math.round(Math.abs(seconds) * unit)
  const whole = Math.floor(units / unit)
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  const clock = `${hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}` : minutes}:${String(whole % 60).padStart(2, '0')}`
  const rest = digits === 0 ? '' : `.${String(units % unit).padStart(digits, '0')}`
  return `${seconds < 0 ? '−' : ''}${clock}${rest}`
}

/** Milliseconds with a typographic minus; `signed` adds a plus to positive values. */
export function ms(value: number, digits: number, signed = false): string {
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return text
  return `${value < 0 ? '−' : signed ? '+' : ''}${text}`
}

/** A step as a sentence for screen readers. */
export function stepSentence(
  index: number,
  count: number,
  time: number,
  offset: number,
  judgment: number,
  windows: Windows,
): string {
  const position = `Step ${countText(index + 1)} of ${countText(count)}, ${songTime(time, 3)}`
  if (judgment === windows.length) return `${position}, Miss`
  const size = `${Math.abs(offset * 1000).toFixed(1)} ms`
  const side = offset < 0 ? ' early' : offset > 0 ? ' late' : ''
  return `${position}, ${size}${side}, ${judgmentName(windows, judgment)}`
}

/** Candidate label distances, s; the first that fits is used. */
const distances = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200]

interface Tick {
  readonly seconds: number
  readonly label: string
  readonly x: number
}

/** Round times at least `minSpacing` px apart; labels that would leave the plot are dropped. */
export function timeTicks(span: TimeSpan, plot: Plot, minSpacing: number): Tick[] {
  const perSecond = (plot.right - plot.left) / (span.to - span.from)
  const distance = distances.find((d) => d * perSecond >= minSpacing) ?? Math.ceil(minSpacing / perSecond)
  const ticks: Tick[] = []
  for (let n = Math.ceil(span.from / distance); n * distance <= span.to; n++) {
    const seconds = Math.round(n * distance * 10) / 10
    const x = timeToX(span, plot, seconds)
    if (x <= plot.right - 6) ticks.push({ seconds, label: songTime(seconds, distance < 1 ? 1 : 0), x })
  }
  return ticks
}
