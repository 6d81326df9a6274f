import type { StepField } from './nearest-step.ts'

/** The steps of a judgment by side; those exactly on time are in `all` only. */
export interface Sides {
  early: number
  late: number
  all: number
}

/** Counts the steps of every judgment, the miss last. */
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
