import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Grade } from '@stepledger/contracts/rules/grade-names.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'

/** A condition for a grade: at least this many hundredths of a percent in that system. */
export interface GradeRule {
  readonly grade: Grade
  /** Index of the system in the rules. */
  readonly system: number
  readonly hundredths: number
}

/** The grades of a board, best first: its own, then the shared table. The last one always applies. */
export type GradeLadder = readonly GradeRule[]

export function gradeLadders(rules: Rules): readonly GradeLadder[] {
  const indexOf = (name: string) => rules.systems.findIndex((s) => s.name === name)
  const shared = rules.grades.map((g) => ({ ...g, system: indexOf(rules.gradesFrom) }))
  return rules.systems.map((system) => [
    ...system.grades.map((g) => ({ grade: g.grade, hundredths: g.hundredths, system: indexOf(g.system) })),
    ...shared,
  ])
}

/** Returns the best rule that a passed play fulfils. `hundredths`: its percent in each system. */
export function bestGradeRule(ladder: GradeLadder, hundredths: readonly number[]): GradeRule | undefined {
  for (const rule of ladder) if (itemAt(hundredths, rule.system) >= rule.hundredths) return rule
  return ladder.at(-1)
}
