import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { Appendix } from './ledger.ts'

/** What is written in one statement with a batch of events. */
export interface SqlToWrite {
  /** What it is, for the name of the prepared statement. */
  readonly name: string
  /** A condition under which nothing is stored, neither this nor the events. */
  readonly unless: string
  /** The statement. It reads `placed (nth, partition, "offset")`: where the nth event, counted from 1, comes to lie. */
  readonly write: string
  /** The parameters of both, from $1 on. */
  readonly values: readonly unknown[]
}

/**
 * Appends a batch and writes something with it: afterwards both are there, durably, or neither. Not gathered with others. Gives the positions;
 * none when `unless` forbade it, as it will when an answer was lost and the batch is sent again. Rejects as `append` does, and with what
 * Postgres has against the statement.
 */
export type AppendWithSql = (
  topic: Topic,
  events: readonly Appendix[],
  sql: SqlToWrite,
) => Promise<readonly Position[]>
