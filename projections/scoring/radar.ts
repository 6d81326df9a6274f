import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import { type ClaimedCounts, largestCounts } from './chart-counts.ts'
import type { ActualAndPossible, SentRadar } from './play-to-score.ts'

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
