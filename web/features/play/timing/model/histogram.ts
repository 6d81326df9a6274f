import { allOf, type StepRange } from './step-range.ts'
import type { Steps } from './steps.ts'

/** The range to either side, ms; bins are 1 ms wide. */
export const histogramReach = 50

export interface Histogram {
  /**
   * Bin i counts offsets from i - 50 to i - 49 ms. The bound nearer to zero belongs to the neighbour, because windows
   * are inclusive.
   */
  readonly bins: Uint32Array
  readonly peak: number
  /** Hit steps outside of the range. */
  readonly beyond: number
}

/** Counts the offsets of the hit steps in `part`. `limit`: seconds; larger offsets are misses. */
export function histogramOf(steps: Steps, limit: number, part: StepRange = allOf(steps)): Histogram {
  const bins = new Uint32Array(2 * histogramReach)
  let peak = 0
  let beyond = 0
  for (const offset of steps.offsets.subarray(part.from, part.to)) {
    if (!(Math.abs(offset) <= limit)) continue
    const bin = binOf(offset * 1000)
    const count = bins[bin]
    if (count === undefined) beyond++
    else {
      bins[bin] = count + 1
      peak = Math.max(peak, count + 1)
    }
  }
  return { bins, peak, beyond }
}

/** The bin of an offset in ms; out of the array's range for offsets outside of the histogram. */
export function binOf(ms: number): number {
  return (ms > 0 ? Math.ceil(ms) - 1 : Math.floor(ms)) + histogramReach
}

export function binMiddle(bin: number): number {
  return bin - histogramReach + 0.5
}
