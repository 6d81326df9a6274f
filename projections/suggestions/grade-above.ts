import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Grade } from '@stepledger/contracts/rules/grade.ts'
import type { GradeLadder, GradeRule } from '../scoring/grades.ts'

/** The next better grade of a play and what it misses: hundredths of a percent in the rule's system. */
interface GradeAbove extends GradeRule {
  readonly missing: number
}

/** Returns the next better grade of a passed play; null at the top. `hundredths`: the play's percent in each system. */
export function gradeAbove(
  ladder: GradeLadder,
  grade: Grade,
  hundredths: readonly number[],
): GradeAbove | null {
  const at = ladder.findIndex((rule) => rule.grade === grade)
  if (at <= 0) return null
  const rule = itemAt(ladder, at - 1)
  return { ...rule, missing: Math.max(rule.hundredths - itemAt(hundredths, rule.system), 0) }
}
