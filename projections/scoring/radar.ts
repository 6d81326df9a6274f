import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import { largestCounts } from './chart-counts.ts'
import type { ActualAndPossible, PlayToScore, SentRadar } from './play-to-score.ts'

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
  readonly from: 'play' | 'chart'
}

/**
 * Returns the play's own counts; for a failed play, whose rows end at the fail, those of the chart once a pack defines
 * it.
 */
export function countsForMaximum(play: PlayToScore): CountsForMaximum {
  const chart = play.passed === false && play.counts ? largestCounts(play.counts) : null
  if (chart) return { from: 'chart', rows: chart.rows, holds: chart.holds, rolls: chart.rolls }
  const { holds, rolls } = play.radar
  return { from: 'play', rows: play.offsets.length, holds: holds[1], rolls: rolls[1] }
}
