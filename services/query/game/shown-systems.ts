import type { Rules } from '@stepledger/contracts/rules/rules.ts'

/** A board of the game: a scoring system of the rules. */
export type ShownSystem = Rules['systems'][number]

/** The systems with these ids, in the order of the rules; all of them where none of the ids names one. */
export function shownSystems(rules: Rules, ids: readonly number[]): readonly ShownSystem[] {
  const chosen = rules.systems.filter(({ id }) => ids.includes(id))
  return chosen.length > 0 ? chosen : rules.systems
}
