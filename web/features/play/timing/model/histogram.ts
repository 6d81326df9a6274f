import { allOf, type StepRange } from './step-range.ts'
import type { Steps } from './steps.ts'

/** The histogram reaches this many ms to either side, in bins of 1 ms. */
export const histogramReach = 50

export interface Histogram {
  /**
   * Bin i holds the steps from i - 50 to i - 49 ms; the end nearer to zero belongs to its neighbour, as windows are
   * inclusive.
   */
  readonly bins: Uint32Array
  /** The highest bin. */
  readonly peak: number
  /** Steps that were hit, but further off than the histogram reaches. */
  readonly beyond: number
}

/**
 * Counts the offsets of the steps that were hit, of all or of a part of them. `limit`: seconds; what is further off is
 * a miss.
 */
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

/** The bin of an offset in ms; the index is outside of the bins for what is further off. */
export function binOf(ms: number): number {
  return (ms > 0 ? Math.ceil(ms) - 1 : Math.floor(ms)) + histogramReach
}

/** The middle of a bin, in ms. */
export function binMiddle(bin: number): number {
  return bin - histogramReach + 0.5
}
