import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'

export interface ClaimedCounts extends ChartCounts {
  /** A failed play ends at the fail, so it has fewer rows. */
  readonly failed: boolean
  /** The rows of the whole chart by the game's count; null if it sent none. */
  readonly expectedRows: number | null
}

/** Clients cap counts of holds, rolls and mines at this number. */
const clientMax = 999

/** Whether a play's rows, holds, rolls and mines match any of the chart's simfiles. */
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
  return claimed === count || (claimed === clientMax && count >= clientMax)
}

/** The most rows, then the most holds and rolls. */
export function largestCounts(chart: readonly ChartCounts[]): ChartCounts | null {
  let largest: ChartCounts | null = null
  for (const counts of chart) if (!largest || isLarger(counts, largest)) largest = counts
  return largest
}

function isLarger(a: ChartCounts, b: ChartCounts): boolean {
  return a.rows > b.rows || (a.rows === b.rows && a.holds + a.rolls > b.holds + b.rolls)
}
