/** A player on a chart. */
export interface Pair {
  readonly chart: string
  readonly player: string
}
