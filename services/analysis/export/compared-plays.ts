import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { missJudgment } from '@stepledger/contracts/rules/scoring-system.ts'

type Systems = Pick<Rules, 'systems'>

/** Returns the index of a board's scoring system in the rules; -1 if there is none. */
export function placeOf({ systems }: Systems, name: string): number {
  return systems.findIndex((system) => system.name === name)
}

/**
 * Returns the names of a board's judgments, the miss last, and the index of the first one in a play's list of judgment
 * counts, which has all systems.
 */
export function judgmentsOf({ systems }: Systems, place: number) {
  const from = systems.slice(0, place).reduce((sum, { windows }) => sum + windows.length + 1, 0)
  return { from, names: [...itemAt(systems, place).windows.map(({ judgment }) => judgment), missJudgment] }
}

/**
 * SQL condition on `month_plays` for plays that are part of means. All tables use the same condition, so that the count
 * of players is one number with one noise.
 */
export const isCompared =
  '(ranked and mean is not null and hard_ex is not null and ex is not null and itg is not null)'

export const rankedPopulation = 'chart_months.ranked'
