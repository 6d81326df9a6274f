import type { Play } from '@stepledger/contracts/http/shapes/play.ts'

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
