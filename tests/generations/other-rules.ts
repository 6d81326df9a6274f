import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { type Rules, rules } from '@stepledger/contracts/rules/rules.ts'

/**
 * The first rules, but the best judgment of every system is worth this many points more, so that all others are worth
 * less of the whole.
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
