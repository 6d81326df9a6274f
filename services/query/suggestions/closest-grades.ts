import type { NextGrade } from '@stepledger/contracts/http/suggestions.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { ScoringSystem } from '@stepledger/contracts/rules/scoring-system.ts'
import { gradeLadders } from '@stepledger/projections/scoring/grades.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { gradeAbove } from '@stepledger/projections/suggestions/grade-above.ts'
import type { LatestBest } from '@stepledger/projections/suggestions/latest-bests.ts'

/** Returns the `limit` bests in a system that are closest to the next grade, the closest first. */
export function closestGrades(
  rules: Rules,
  system: ScoringSystem,
  bests: readonly LatestBest[],
  limit: number,
): (Omit<NextGrade, 'chart'> & { readonly chart: string })[] {
  const index = rules.systems.findIndex(({ id }) => id === system.id)
  const ladder = itemAt(gradeLadders(rules), index)
  return bests
    .flatMap((best) => {
      const above = gradeAbove(ladder, best.grade, best.hundredths)
      return above ? [{ best, above }] : []
    })
    .sort((a, b) => a.above.missing - b.above.missing)
    .slice(0, limit)
    .map(({ best, above }) => ({
      chart: best.chart,
      playId: best.playId,
      score: percentText(itemAt(best.hundredths, index)),
      grade: best.grade,
      next: above.grade,
      leaderboard: itemAt(rules.systems, above.system).name,
      points: percentText(above.missing),
    }))
}
