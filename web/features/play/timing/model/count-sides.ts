import type { StepField } from './nearest-step.ts'

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
