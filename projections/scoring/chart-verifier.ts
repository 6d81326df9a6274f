import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { type ChartCounts, fitsChart, largestCounts } from './chart-counts.ts'
import { exactHundredths, possiblePoints, shownHundredths } from './compiled-system.ts'
import { compile } from './interpreter.ts'

/** What is kept of a scored play, and its chart can still change. Lists per system stand in the order of the rules. */
export interface ScoredHead {
  readonly rows: number
  /** Holds, mines, rolls: actual and possible, in this order. */
  readonly radar: readonly number[]
  readonly passed: boolean | null
  readonly points: readonly number[]
  readonly hundredths: readonly number[]
  readonly reasons: readonly BoardReason['code'][]
}

/** What the chart makes of it. */
export type ChartVerdict = Pick<ScoredHead, 'hundredths' | 'reasons'> & { readonly eligible: boolean }

/**
 * What a scored play comes to by what its chart holds: the same as if that had been known when the play was scored.
 * `counts`: none while no pack has the chart.
 */
export type VerifyWithChart = (play: ScoredHead, counts: readonly ChartCounts[]) => ChartVerdict

export function chartVerifier(rules: Rules): VerifyWithChart {
  const { systems } = compile(rules)
  return (play, counts) => {
    const { rows, radar, passed, points } = play
    const failed = passed === false
    const claimed = {
      rows,
      holds: itemAt(radar, 1),
      mines: itemAt(radar, 3),
      rolls: itemAt(radar, 5),
      failed,
    }
    const others = play.reasons.filter((code) => code !== 'chart-mismatch')
    const fits = counts.length === 0 || fitsChart(claimed, counts)
    const reasons = fits ? others : [...others, 'chart-mismatch' as const]
    const largest = largestCounts(counts)
    const hundredths = failed
      ? systems.map((system, i) => {
          const possible = possiblePoints(
            system,
            largest ? { from: 'chart', ...largest } : { from: 'play', ...claimed },
          )
          return shownHundredths(exactHundredths(itemAt(points, i), possible))
        })
      : play.hundredths
    return { hundredths, reasons, eligible: reasons.length === 0 }
  }
}
