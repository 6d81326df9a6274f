import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { type Rules, rules } from '@stepledger/contracts/rules/rules.ts'

/**
 * The first rules with a higher weight for the best judgment of each system, so that all other judgments are worth a
 * smaller share.
 */
export function rulesWithTop(more: number): Rules {
  return rules.parse({
    ...firstRules,
    title: `The best is worth ${more} more`,
    systems: firstRules.systems.map((system) => ({
      ...system,
      windows: system.windows.map((window, i) =>
        i > 0 ? window : { ...window, weight: window.weight + more },
      ),
    })),
  })
}
