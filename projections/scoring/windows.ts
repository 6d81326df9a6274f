import { itemAt } from '@stepledger/contracts/item-at.ts'
import { decimalOfFloat32 } from '@stepledger/contracts/play/float32-decimal.ts'
import type { ScoringSystem } from '@stepledger/contracts/rules/rules.ts'
import type { Offsets } from './play-to-score.ts'

/** Milliseconds, without misses. `deviation`: population standard deviation. */
export interface TimingStatistics {
  readonly meanAbsolute: number
  readonly mean: number
  readonly deviation: number
  readonly max: number
}

/** The number of rows in each class, tightest first; the last are the misses. */
export type ClassRows = Int32Array

/**
 * The merged windows of all systems. A class is the range between two adjacent window edges, so one lookup per row
 * serves every system. `seconds`: the inclusive end of each class; larger offsets are misses.
 */
export interface OffsetClasses {
  readonly seconds: readonly number[]
  tally(offsets: Offsets): { readonly rows: ClassRows; readonly statistics: TimingStatistics | null }
  /** Only rows before `end`, in song seconds. */
  tallyBefore(end: number, offsets: Offsets, times: Float64Array): ClassRows
}

export function offsetClasses(systems: readonly ScoringSystem[]): OffsetClasses {
  const seconds = [...new Set(systems.flatMap((s) => s.windows.map((w) => w.seconds)))].sort((a, b) => a - b)
  const miss = seconds.length
  const ofNumbers = windowFinder(seconds)
  // A float32 represents its decimal, and the mapping is monotonic. So floats are compared with floats, without
  // conversion to decimals.
  const ofFloats = windowFinder(seconds.map(lastFloat32UpTo))
  const finderFor = (offsets: Offsets) => (offsets instanceof Float32Array ? ofFloats : ofNumbers)

  return {
    seconds,
    tally(offsets) {
      const { classOf, widest } = finderFor(offsets)
      const rows = new Int32Array(miss + 1)
      // Summing distances from the first hit avoids cancellation when offsets are similar.
      const origin = firstHit(offsets, widest)
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
        max: (offsets instanceof Float32Array ? decimalOfFloat32(max) : max) * 1000,
      }
      return { rows, statistics }
    },
    tallyBefore(end, offsets, times) {
      const { classOf } = finderFor(offsets)
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

function firstHit(offsets: Offsets, widest: number): number {
  for (let i = 0; i < offsets.length; i++) {
    const offset = offsets[i] ?? 0
    if (Math.abs(offset) <= widest) return offset
  }
  return 0
}

const float = new Float32Array(1)
const bits = new Uint32Array(float.buffer)

/** Returns the largest float32 whose decimal (see decimalOfFloat32) is at most `end`, which is positive. */
export function lastFloat32UpTo(end: number): number {
  float[0] = end
  while (decimalOfFloat32(float[0] ?? 0) > end) step(-1)
  while (decimalOfFloat32(float[0] ?? 0) <= end) step(1)
  step(-1)
  return float[0] ?? 0
}

/** Moves to the adjacent float: positive floats are ordered by their bits. */
function step(by: 1 | -1): void {
  bits[0] = (bits[0] ?? 0) + by
}

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
function windowFinder(seconds: readonly number[]): WindowFinder {
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
