/** The rank and points of a score on a chart of a competition. */
export interface CompetitionPlace {
  readonly hundredths: number
  /** Equal scores share a rank. */
  readonly rank: number
  readonly points: number
}
