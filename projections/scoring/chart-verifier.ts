import type { BoardReason } from '@stepledger/contracts/http/shapes/score.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { ChartCounts } from '@stepledger/contracts/packs/processed-chart.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { possiblePoints, shownHundredths } from './compiled-system.ts'
import { countsForMaximum, fitsChart } from './counts.ts'
import { compile } from './score-play.ts'

/** The stored parts of a scored play that its chart affects. Lists per system are in the order of the rules. */
export interface ScoredHead {
  readonly rows: number
  readonly expectedRows: number | null
  /** Holds, mines, rolls: actual and possible, in this order. */
  readonly radar: readonly number[]
  readonly passed: boolean | null
  readonly points: readonly number[]
  readonly hundredths: readonly number[]
  readonly reasons: readonly BoardReason['code'][]
}

/** The result of verifying a play against its chart. */
export type ChartVerdict = Pick<ScoredHead, 'hundredths' | 'reasons'> & { readonly eligible: boolean }

/**
 * Verifies a scored play against its chart's counts. The result equals that of scoring with known counts. `counts` is
 * empty until a pack defines the chart.
 */
export type VerifyWithChart = (play: ScoredHead, counts: readonly ChartCounts[]) => ChartVerdict

export function chartVerifier(rules: Rules): VerifyWithChart {
  const { systems } = compile(rules)
  return (play, counts) => {
    const { rows, expectedRows, radar, passed, points } = play
    const failed = passed === false
    const claimed = {
      rows,
      expectedRows,
      holds: itemAt(radar, 1),
      mines: itemAt(radar, 3),
      rolls: itemAt(radar, 5),
      failed,
    }
    const others = play.reasons.filter((code) => code !== 'chart-mismatch')
    const fits = counts.length === 0 || fitsChart(claimed, counts)
    const reasons = fits ? others : [...others, 'chart-mismatch' as const]
    const maximum = countsForMaximum(claimed, counts)
    const hundredths = failed
      ? systems.map((system, i) => {
          const possible = possiblePoints(system, maximum)
          return shownHundredths(system.system.arithmetic, itemAt(points, i), possible)
        })
      : play.hundredths
    return { hundredths, reasons, eligible: reasons.length === 0 }
  }
}
