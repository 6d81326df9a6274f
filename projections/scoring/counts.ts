import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import type { ActualAndPossible, SentRadar } from './play-to-score.ts'

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
function largestCounts(chart: readonly ChartCounts[]): ChartCounts | null {
  let largest: ChartCounts | null = null
  for (const counts of chart) if (!largest || isLarger(counts, largest)) largest = counts
  return largest
}

function isLarger(a: ChartCounts, b: ChartCounts): boolean {
  return a.rows > b.rows || (a.rows === b.rows && a.holds + a.rolls > b.holds + b.rolls)
}

/** Holds, rolls and mines, capped at the possible counts. */
export interface ClampedRadar {
  readonly holdsHeld: number
  readonly holdsTotal: number
  readonly minesDodged: number
  readonly minesTotal: number
  readonly rollsHit: number
  readonly rollsTotal: number
}

export function clampRadar({ holds, mines, rolls }: SentRadar): ClampedRadar {
  return {
    holdsHeld: clamp(holds),
    holdsTotal: holds[1],
    minesDodged: clamp(mines),
    minesTotal: mines[1],
    rollsHit: clamp(rolls),
    rollsTotal: rolls[1],
  }
}

function clamp([actual, possible]: ActualAndPossible): number {
  return Math.min(Math.max(actual, 0), possible)
}

/** The counts that give the maximum, and their source. */
export interface CountsForMaximum extends Omit<ChartCounts, 'mines'> {
  readonly from: 'play' | 'game' | 'chart'
}

/**
 * Returns the play's own counts; for a failed play, whose rows end at the fail, those of the chart once a pack defines it,
 * and until then the rows that the game expected, if it sent more than the play has.
 */
export function countsForMaximum(
  { failed, rows, expectedRows, holds, rolls }: ClaimedCounts,
  counts: readonly ChartCounts[] | null,
): CountsForMaximum {
  const chart = failed && counts ? largestCounts(counts) : null
  if (chart) return { from: 'chart', rows: chart.rows, holds: chart.holds, rolls: chart.rolls }
  if (failed && expectedRows !== null && expectedRows > rows)
    return { from: 'game', rows: expectedRows, holds, rolls }
  return { from: 'play', rows, holds, rolls }
}
