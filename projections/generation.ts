import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
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

/** The same for a fold, which may have to read events of the ledger once more. */
export interface FoldTx extends TablesTx {
  readonly recordedAt: RecordedAt
}

export type RecordedAt = (positions: readonly Position[]) => Promise<readonly RecordedEvent[]>
