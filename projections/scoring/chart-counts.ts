/** What a chart holds, as a simfile of its hash gave it. A row counts once however many arrows it has. */
export interface ChartCounts {
  readonly rows: number
  readonly holds: number
  readonly rolls: number
  readonly mines: number
}

/** What a play says that its chart holds. */
export interface ClaimedCounts extends ChartCounts {
  /** Then the game stops at the fail and sends fewer rows. */
  readonly failed: boolean
}

/** Clients send at most this number of holds, rolls or mines. */
const clientLimit = 999

/** Whether a play fits the chart: rows, holds, rolls and mines are those of any of its simfiles. */
export function fitsChart(claimed: ClaimedCounts, chart: readonly ChartCounts[]): boolean {
  return chart.some(
    (counts) =>
      (claimed.failed ? claimed.rows <= counts.rows : claimed.rows === counts.rows) &&
      fits(claimed.holds, counts.holds) &&
      fits(claimed.rolls, counts.rolls) &&
      fits(claimed.mines, counts.mines),
  )
}

function fits(claimed: number, count: number): boolean {
  return claimed === count || (claimed === clientLimit && count >= clientLimit)
}

/** The counts with the most rows, and of those the most holds and rolls; null when there are none. */
export function largestCounts(chart: readonly ChartCounts[]): ChartCounts | null {
  let largest: ChartCounts | null = null
  for (const counts of chart) if (!largest || isLarger(counts, largest)) largest = counts
  return largest
}

function isLarger(a: ChartCounts, b: ChartCounts): boolean {
  return a.rows > b.rows || (a.rows === b.rows && a.holds + a.rolls > b.holds + b.rolls)
}
