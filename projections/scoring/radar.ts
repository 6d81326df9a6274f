import { type ChartCounts, largestCounts } from './chart-counts.ts'
import type { ActualAndPossible, PlayToScore, SentRadar } from './play-to-score.ts'

/** Holds, rolls and mines as far as they exist: nobody holds more than there is. */
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

/** What gives the maximum: how many rows, holds and rolls, and who says so. */
export interface CountsForMaximum extends Omit<ChartCounts, 'mines'> {
  readonly from: 'play' | 'chart'
}

/**
 * The play's own counts; for a failed play, whose rows stop at the fail, the chart's, as soon as a pack has brought it.
 */
export function countsForMaximum(play: PlayToScore): CountsForMaximum {
  const chart = play.passed === false && play.counts ? largestCounts(play.counts) : null
  if (chart) return { from: 'chart', rows: chart.rows, holds: chart.holds, rolls: chart.rolls }
  const { holds, rolls } = play.radar
  return { from: 'play', rows: play.offsets.length, holds: holds[1], rolls: rolls[1] }
}
