import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { Ledger, NewEvent } from '../ledger.ts'

/** A ledger that is empty and nobody else's. */
export interface LedgerUnderTest {
  readonly ledger: Ledger
  /** The same ledger as another process would open it. The suite closes it. */
  reopen(): Promise<Ledger>
  /** Where the engine has transactions: begins one that appends, and leaves it open until `commit`. */
  slowAppend?(topic: Topic, event: NewEvent): Promise<{ commit(): Promise<Position> }>
  close(): Promise<void>
}

/** What a test works with: a ledger of its own, closed after it with all that was reopened. */
export interface Bench {
  readonly hasTransactions: boolean
  given(): LedgerUnderTest
  reopen(): Promise<Ledger>
  close(other: Ledger): Promise<void>
}
