import { type Grade, grades } from '@stepledger/contracts/rules/grade.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'

/** A grade on the board of a system. */
interface Goal {
  /** Id of the system. */
  readonly system: number
  readonly grade: Grade
}

/** Each once. */
export function goalsOf(rules: Rules): Goal[] {
  const goals = new Map<string, Goal>()
  for (const milestone of rules.milestones)
    if ('system' in milestone) {
      const goal = goalOf(rules, milestone)
      goals.set(`${goal.system} ${goal.grade}`, goal)
    }
  return [...goals.values()]
}

export function goalOf({ systems }: Rules, { system, grade }: { system: string; grade: Grade }): Goal {
  const found = systems.find(({ name }) => name === system)
  if (!found) throw new Error(`the rules have no system ${system}`)
  return { system: found.id, grade }
}

/** This one and all better ones. */
export function gradesFrom(grade: Grade): readonly Grade[] {
  return grades.slice(0, grades.indexOf(grade) + 1)
}

/** A milestone of a player, for one meter or pack if it is reached once for each. Times in ms since 1970. */
export interface MilestoneState {
  /** Of the milestone in the rules. */
  readonly id: string
  readonly meter: number | null
  /** Id of a listed pack. */
  readonly pack: number | null
  /** How many charts or steps of how many; it is reached if they are equal. */
  readonly done: number
  readonly of: number
  /** The play that reached it: by when it was played, the last of those that it takes. */
  readonly reached: { readonly playId: number; readonly playedAt: number } | null
}
