import { itemAt } from '@stepledger/contracts/item-at.ts'

interface WindowFinder {
  /** The end of the last class. */
  readonly widest: number
  /** Returns the class of an absolute offset; the number of classes for a miss (NaN or beyond the last class). */
  readonly classOf: (size: number) => number
}

/** Number of table steps up to the widest window, so large that few steps contain a window edge. */
const tableSteps = 4096

/**
 * Creates a finder that classifies an offset with one table lookup. `seconds`: the inclusive end of each class,
 * ascending.
 */
export function windowFinder(seconds: readonly number[]): WindowFinder {
  const ends = Float64Array.from(seconds)
  const miss = ends.length
  const widest = itemAt(ends, miss - 1)
  const stepsPerSecond = tableSteps / widest
  const firstClass = firstClassOfEachStep(ends, stepsPerSecond)
  return {
    widest,
    classOf(size) {
      if (!(size <= widest)) return miss
      let index = firstClass[(size * stepsPerSecond) | 0] ?? 0
      while (size > (ends[index] ?? widest)) index++
      return index
    },
  }
}

/**
 * Returns the first class of each step of the table. Multiplying and truncating is monotonic: sizes in a step after the
 * one that contains an edge are beyond the edge, sizes in a step before are not.
 */
function firstClassOfEachStep(ends: Float64Array, stepsPerSecond: number): Uint8Array {
  const edges = ends.map((end) => (end * stepsPerSecond) | 0)
  const first = new Uint8Array(tableSteps + 2)
  let passed = 0
  for (let step = 0; step < first.length; step++) {
    while (passed < edges.length && (edges[passed] ?? 0) < step) passed++
    first[step] = passed
  }
  return first
}
