import type { PlaySubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import { unpackCurve } from '@stepledger/contracts/play/pack-points.ts'
import { offsetsAsPacked, unpackTimes } from '@stepledger/contracts/play/pack-rows.ts'

/** Achieved and achievable count. */
export type ActualAndPossible = readonly [actual: number, possible: number]

export interface SentRadar {
  readonly holds: ActualAndPossible
  /** Dodged and total. */
  readonly mines: ActualAndPossible
  readonly rolls: ActualAndPossible
}

/**
 * Seconds, late positive; NaN for a miss. In a Float32Array each float represents the decimal that the game prints for
 * it (decimalOfFloat32). Nearly all plays have floats, and are scored without converting them to decimals.
 */
export type Offsets = Float64Array | Float32Array

/** The inputs of a play's score. Null: the game did not report it. */
export interface PlayToScore {
  readonly offsets: Offsets
  /** Song seconds of each row; read only for a failed play. */
  readonly times: () => Float64Array
  /** The points of the lifebar, in any order, or null; read only for a failed play. */
  readonly lifebar: () => { readonly x: Float64Array; readonly y: Float64Array } | null
  readonly radar: SentRadar
  readonly passed: boolean | null
  readonly bodyVersion: string
  readonly rate: number | null
  readonly autoplay: boolean | null
  /** The reported autoplay value is neither yes nor no. */
  readonly autoplayUnknown?: boolean | undefined
  /** The life bar was empty at some moment. */
  readonly lifeRanOut?: boolean | undefined
  /** The rows of the whole chart, as the game counts them. */
  readonly expectedRows?: number | undefined
  /** The counts in the simfiles of this hash; null until a pack defines the chart. */
  readonly counts: readonly ChartCounts[] | null
}

/** The parts of a play's data that scoring needs. */
type DataToScore = Pick<
  PlaySubmitted['data'],
  | 'rows'
  | 'lifebar'
  | 'radar'
  | 'passed'
  | 'bodyVersion'
  | 'rate'
  | 'autoplay'
  | 'autoplayUnknown'
  | 'lifeRanOut'
  | 'expectedRows'
>

/**
 * Converts a play of the ledger for scoring; reads only the columns that the score needs. `buffer` is reused for the
 * offsets of each play, which are valid until the next call. Throws MalformedColumnError.
 */
export function playToScore(
  data: DataToScore,
  counts: readonly ChartCounts[] | null,
  buffer?: Float32Array,
): PlayToScore {
  return {
    offsets: offsetsAsPacked(data.rows, buffer),
    times: () => unpackTimes(data.rows),
    lifebar: () => {
      const x = unpackCurve(data.lifebar, 'x')
      const y = unpackCurve(data.lifebar, 'y')
      return x && y && { x, y }
    },
    radar: data.radar,
    passed: data.passed,
    bodyVersion: data.bodyVersion,
    rate: data.rate,
    autoplay: data.autoplay,
    autoplayUnknown: data.autoplayUnknown,
    lifeRanOut: data.lifeRanOut,
    expectedRows: data.expectedRows,
    counts,
  }
}

/**
 * Returns the end of a failed play in song seconds: the earliest point at which the lifebar is empty. Infinity if there
 * is none.
 */
export function failedAt(play: PlayToScore): number {
  const lifebar = play.lifebar()
  let first = Number.POSITIVE_INFINITY
  lifebar?.x.forEach((x, i) => {
    if (x < first && (lifebar.y[i] ?? 1) <= 0) first = x
  })
  return first
}

/**
 * Returns when a failed play ended, song seconds, and how many rows before it earn or cost points; null when all rows
 * do.
 */
export function failOf(play: PlayToScore): { readonly at: number; readonly rowsCounted: number } | null {
  const at = play.passed === false ? failedAt(play) : Number.POSITIVE_INFINITY
  if (!Number.isFinite(at)) return null
  return { at, rowsCounted: play.times().filter((time) => time < at).length }
}
