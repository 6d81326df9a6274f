import type { ScoringSystem } from '@stepledger/contracts/rules/scoring-system.ts'

/** Milliseconds, misses left out. `deviation`: one standard deviation of the population. */
export interface TimingStatistics {
  readonly meanAbsolute: number
  readonly mean: number
  readonly deviation: number
  readonly max: number
}

/** How many rows fell into each class, the tightest first; the last are the misses. */
export type ClassRows = Int32Array

/**
 * The windows of all systems laid over each other: a class is where an offset lies between two of them, so one look at a row serves
 * every system. `seconds`: where each class ends, inclusive; beyond the last one is a miss.
 */
export interface OffsetClasses {
  readonly seconds: readonly number[]
  tally(offsets: Float64Array): { readonly rows: ClassRows; readonly statistics: TimingStatistics | null }
  /** Only rows before `end`, in song seconds. */
  tallyBefore(end: number, offsets: Float64Array, times: Float64Array): ClassRows
}

/** The table has this many steps up to the widest window; all that matters is that few steps hold the edge of a window. */
const tableSteps = 4096

/** The classes that these systems tell apart. */
export function offsetClasses(systems: readonly ScoringSystem[]): OffsetClasses {
  const seconds = [...new Set(systems.flatMap((s) => s.windows.map((w) => w.seconds)))].sort((a, b) => a - b)
  const ends = Float64Array.from(seconds)
  const miss = ends.length
  const widest = ends[miss - 1] ?? 0
  const stepsPerSecond = tableSteps / widest
  const firstClass = firstClassOfEachStep(ends, stepsPerSecond)

  /** The class of an offset's size in seconds; NaN is a miss. */
  function classOf(size: number): number {
    if (!(size <= widest)) return miss
    let index = firstClass[(size * stepsPerSecond) | 0] ?? 0
    while (size > (ends[index] ?? widest)) index++
    return index
  }

  return {
    seconds,
    tally(offsets) {
      const rows = new Int32Array(miss + 1)
      // sums of distances from the first hit keep every digit where offsets are alike
      const origin = offsets.find((offset) => Math.abs(offset) <= widest) ?? 0
      let sum = 0
      let squares = 0
      let absolute = 0
      let max = 0
      for (let i = 0; i < offsets.length; i++) {
        const offset = offsets[i] ?? 0
        const size = Math.abs(offset)
        const index = classOf(size)
        rows[index] = (rows[index] ?? 0) + 1
        if (index === miss) continue
        const distance = offset - origin
        sum += distance
        squares += distance * distance
        absolute += size
        if (size > max) max = size
      }
      const hits = offsets.length - (rows[miss] ?? 0)
      if (hits === 0) return { rows, statistics: null }
      const mean = sum / hits
      const variance = Math.max(0, squares / hits - mean * mean)
      const statistics = {
        meanAbsolute: (absolute / hits) * 1000,
        mean: (origin + mean) * 1000,
        deviation: Math.sqrt(variance) * 1000,
        max: max * 1000,
      }
      return { rows, statistics }
    },
    tallyBefore(end, offsets, times) {
      const rows = new Int32Array(miss + 1)
      for (let i = 0; i < offsets.length; i++) {
        if ((times[i] ?? 0) >= end) continue
        const index = classOf(Math.abs(offsets[i] ?? 0))
        rows[index] = (rows[index] ?? 0) + 1
      }
      return rows
    },
  }
}

/**
 * The class where each step of the table begins. A step is found by multiplying and cutting off, which never falls as the size grows: so
 * whatever lies in a step after the one that holds an edge is beyond that edge, whatever lies in one before is not.
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
