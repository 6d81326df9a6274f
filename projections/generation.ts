import type { Rules } from '@stepledger/contracts/rules/rules.ts'

/** One whole set of read models, folded under one RulesPublished, in a Postgres schema of its own. */
export interface Generation {
  readonly id: number
  readonly schema: string
  readonly rules: Rules
}
