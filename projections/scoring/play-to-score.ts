import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'

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
