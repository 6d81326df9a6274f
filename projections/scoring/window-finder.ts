import { itemAt } from '@stepledger/contracts/item-at.ts'
export interface WindowFinder {
  /** Where the last class ends. */
  readonly widest: number
  /** The class of an offset's size; beyond the last one, and for NaN, the number of classes: a miss. */
  readonly classOf: (size: number) => number
}

/**
 * The table has this many steps up to the widest window; all that matters is that few steps hold the edge of a window.
 */
const tableSteps = 4096

/** Tells in which class a size lies, by one look into a table. `seconds`: where each class ends, inclusive, rising. */
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
 * The class where each step of the table begins. A step is found by multiplying and cutting off, which never falls as
 * the size grows: so whatever lies in a step after the one that holds an edge is beyond that edge, whatever lies in one
 * before is not.
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
