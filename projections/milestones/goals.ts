import { type Grade, grades } from '@stepledger/contracts/rules/grade.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'

/** A grade on the board of a system. */
interface Goal {
  /** Id of the system. */
  readonly system: number
  readonly grade: Grade
}

/** Returns the goals that the milestones of these rules name, each once. */
export function goalsOf(rules: Rules): Goal[] {
  const goals = new Map<string, Goal>()
  for (const milestone of rules.milestones)
    if ('system' in milestone) {
      const goal = goalOf(rules, milestone)
      goals.set(`${goal.system} ${goal.grade}`, goal)
    }
  return [...goals.values()]
}

/** Returns the goal of a milestone, which names its system. */
export function goalOf({ systems }: Rules, { system, grade }: { system: string; grade: Grade }): Goal {
  const found = systems.find(({ name }) => name === system)
  if (!found) throw new Error(`the rules have no system ${system}`)
  return { system: found.id, grade }
}

/** Returns this grade and all better ones. */
export function gradesFrom(grade: Grade): readonly Grade[] {
  return grades.slice(0, grades.indexOf(grade) + 1)
}
