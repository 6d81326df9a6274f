import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'

type Systems = Pick<Rules, 'systems'>

/** Place of a board among the systems of the rules, from 0; -1 when they have none of that name. */
export function placeOf({ systems }: Systems, name: string): number {
  return systems.findIndex((system) => system.name === name)
}

/**
 * Where the judgment counts of a board begin in a play's list of all, from 0, and what its judgments are called; `miss`
 * is the last.
 */
export function judgmentsOf({ systems }: Systems, place: number, miss: string) {
  const from = systems.slice(0, place).reduce((sum, { windows }) => sum + windows.length + 1, 0)
  return { from, names: [...itemAt(systems, place).windows.map(({ judgment }) => judgment), miss] }
}
