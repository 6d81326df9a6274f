import type { Rules } from '@stepledger/contracts/rules/rules.ts'

/** A scoring system of the rules, shown as a board. */
export type ShownSystem = Rules['systems'][number]

/** The systems with these ids, in the order of the rules; all systems when no id is known. */
export function shownSystems(rules: Rules, ids: readonly number[]): readonly ShownSystem[] {
  const chosen = rules.systems.filter(({ id }) => ids.includes(id))
  return chosen.length > 0 ? chosen : rules.systems
}
