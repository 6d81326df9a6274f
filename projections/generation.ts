import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import type { Queryable } from './queryable.ts'

/** One whole set of read models, folded under one RulesPublished, in a Postgres schema of its own. */
export interface Generation {
  readonly id: number
  readonly schema: string
  readonly rules: Rules
  /** Version of the folding code that filled it. Newer code reads this generation until its own is built. */
  readonly codeVersion: number
}

/** What defines a generation's tables: their schema and the rules for scores and boards. */
export type Tables = Pick<Generation, 'schema' | 'rules'>

/** A generation's tables within a transaction that writes to them. */
export interface TablesTx extends Tables {
  readonly tx: Queryable
}

/** A transaction of a fold, which may have to read ledger events again. */
export interface FoldTx extends TablesTx {
  readonly recordedAt: RecordedAt
}

export type RecordedAt = (positions: readonly Position[]) => Promise<readonly RecordedEvent[]>
