import type { ChartCounts } from './chart-counts.ts'

/** What was achieved, and what was there to achieve. */
export type ActualAndPossible = readonly [actual: number, possible: number]

export interface SentRadar {
  readonly holds: ActualAndPossible
  /** Dodged, and all. */
  readonly mines: ActualAndPossible
  readonly rolls: ActualAndPossible
}

/** All that the score of a play depends on. Null says that the game did not say. */
export interface PlayToScore {
  /** Seconds, late positive; NaN for a miss. */
  readonly offsets: Float64Array
  /** Song seconds of each row; asked only for a failed play. */
  readonly times: () => Float64Array
  /** The points of the lifebar, in any order, or null; asked only for a failed play. */
  readonly lifebar: () => { readonly x: Float64Array; readonly y: Float64Array } | null
  readonly radar: SentRadar
  readonly passed: boolean | null
  readonly bodyVersion: string
  readonly rate: number | null
  readonly autoplay: boolean | null
  /** What the simfiles of this hash hold; null while no pack has brought the chart. */
  readonly counts: readonly ChartCounts[] | null
}
