import { firstIndex } from '../../../../ui/figure/first-index.ts'
import type { StepField } from './nearest-step.ts'

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
