import type { Play } from '@stepledger/contracts/http/shapes/play.ts'
import type { TimeSpan } from './plot.ts'
import { lastStepTime, type Steps } from './steps.ts'

export interface Timeline {
  readonly whole: TimeSpan
  readonly lifebar: Lifebar | null
  readonly density: Density | null
}

export function timelineOf(play: Pick<Play, 'lifebarInfo' | 'npsData'>, steps: Steps): Timeline {
  const lastStep = lastStepTime(steps)
  const length = songLength(play.lifebarInfo, lastStep)
  const lifebar = lifebarOf(play.lifebarInfo, length)
  const density = densityOf(play.npsData, length)
  const lifebarEnd = lifebar?.times[lifebar.times.length - 1] ?? 0
  return { whole: wholeSpan(steps.times[0] ?? 0, [length, lastStep, lifebarEnd]), lifebar, density }
}

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

/**
 * The song's length in seconds, derived from the play. The game samples the lifebar at n equal parts of the song, so the
 * length is n times their spacing (the notes per second then align with the steps). The fallback is the last step.
 */
export function songLength(lifebar: readonly Point[], lastStep: number): number {
  const spacing = evenSpacing(lifebar)
  const length = spacing === null ? 0 : spacing * lifebar.length
  const plausible = length > lastStep * 0.9 && isSeconds(lifebar)
  return Math.max(plausible ? length : 0, lastStep)
}

/** Whether a lifebar uses song seconds and shares of 1, as body version 1.2 does. */
function isSeconds(lifebar: readonly Point[]): boolean {
  const furthest = lifebar.reduce((most, point) => Math.max(most, point.x), 0)
  return furthest > 1.5 && lifebar.every((point) => point.y >= 0 && point.y <= 1)
}

function evenSpacing(points: readonly Point[]): number | null {
  const first = points[0]
  const last = points[points.length - 1]
  if (!first || !last || points.length < 10) return null
  const spacing = (last.x - first.x) / (points.length - 1)
  const even = points.every((point, i) => Math.abs(point.x - (first.x + i * spacing)) < spacing * 0.02)
  return even && spacing > 0 ? spacing : null
}

/** The whole time range of a play: from 0, or an earlier first step, to the latest of `ends`. */
export function wholeSpan(firstStep: number, ends: readonly number[]): TimeSpan {
  const from = Math.min(0, firstStep)
  const to = Math.max(...ends)
  return { from, to: to > from ? to : from + 1 }
}

/**
 * The time of the fail, song seconds: the first empty lifebar level, else the last hit row. Null if the play was passed
 * or unknown. Later steps were not played.
 */
export function failedAt(passed: boolean | null, lifebar: Lifebar | null, steps: Steps): number | null {
  if (passed !== false) return null
  const empty = lifebar?.levels.findIndex((level) => level <= 0) ?? -1
  if (lifebar && empty !== -1) return lifebar.times[empty] ?? null
  const last = steps.offsets.findLastIndex((offset) => !Number.isNaN(offset))
  return last === -1 ? null : (steps.times[last] ?? null)
}
