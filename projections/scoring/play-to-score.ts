import type { ChartCounts } from './chart-counts.ts'

/** What was achieved, and what was there to achieve. */
export type ActualAndPossible = readonly [actual: number, possible: number]

export interface SentRadar {
  readonly holds: ActualAndPossible
  /** Dodged, and all. */
  readonly mines: ActualAndPossible
  readonly rolls: ActualAndPossible
}

/**
 * Seconds, late positive; NaN for a miss. In a Float32Array each float stands for the decimal that the game prints of
 * it (decimalOfFloat32): nearly all plays come so, and are scored without turning a thousand floats into decimals.
 */
export type Offsets = Float64Array | Float32Array

/** All that the score of a play depends on. Null says that the game did not say. */
export interface PlayToScore {
  readonly offsets: Offsets
  /** Song seconds of each row; asked only for a failed play. */
  readonly times: () => Float64Array
  /** The points of the lifebar, in any order, or null; asked only for a failed play. */
  readonly lifebar: () => { readonly x: Float64Array; readonly y: Float64Array } | null
  readonly radar: SentRadar
  readonly passed: boolean | null
  readonly bodyVersion: string
  readonly rate: number | null
  readonly autoplay: boolean | null
  /** It said something of autoplay that is neither yes nor no. */
  readonly autoplayUnknown?: boolean | undefined
  /** What the simfiles of this hash hold; null while no pack has brought the chart. */
  readonly counts: readonly ChartCounts[] | null
}
