import { nearestIndex } from './nearest-step.ts'
import type { Steps } from './steps.ts'
import type { TimeSpan } from './timing-scale.ts'

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
  let from = Math.max(0, nearestIndex(times, span.from))
  while (from < count && (times[from] ?? 0) < span.from) from++
  let to = Math.max(from, nearestIndex(times, span.to))
  while (to < count && (times[to] ?? 0) <= span.to) to++
  while (to > from && (times[to - 1] ?? 0) > span.to) to--
  while (from > 0 && (times[from - 1] ?? 0) >= span.from) from--
  return { from, to }
}
