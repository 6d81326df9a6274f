import { firstIndex } from '../../../../ui/figure/first-index.ts'
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
  const from = firstIndex(count, (i) => (times[i] ?? 0) >= span.from)
  const to = firstIndex(count, (i) => (times[i] ?? 0) > span.to)
  return { from, to }
}
