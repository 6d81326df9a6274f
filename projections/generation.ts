import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { Queryable } from './queryable.ts'

/** One whole set of read models, folded under one RulesPublished, in a Postgres schema of its own. */
export interface Generation {
  readonly id: number
  readonly schema: string
  readonly rules: Rules
  /** Of the folding code that filled it: before newer code has made one of its own, it reads this one. */
  readonly codeVersion: number
}

/** What a generation's tables are made by: where they lie, and the rules that scores and boards follow. */
export type Tables = Pick<Generation, 'schema' | 'rules'>

/** A generation's tables within a transaction that writes to them. */
export interface TablesTx extends Tables {
  readonly tx: Queryable
}
