import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { Page } from '../page.ts'

/** The rules of the live generation. */
export const rulesPage: Page<null, Rules, Rules> = {
  find: async ({ generation }) => generation.rules,
  show: (rules) => ({ answer: rules, tags: [] }),
}
