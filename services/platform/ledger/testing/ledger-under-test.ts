import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { Ledger, NewEvent } from '../ledger.ts'

/** An empty ledger, not shared with other tests. */
export interface LedgerUnderTest {
  readonly ledger: Ledger
  /** The same ledger as another process would open it. The suite closes it. */
  reopen(): Promise<Ledger>
  /** For engines with transactions: begins one that appends, and leaves it open until `commit`. */
  slowAppend?(topic: Topic, event: NewEvent): Promise<{ commit(): Promise<Position> }>
  close(): Promise<void>
}

/** Context of a contract test: its own ledger, which is closed after it together with reopened ones. */
export interface Bench {
  readonly hasTransactions: boolean
  given(): LedgerUnderTest
  reopen(): Promise<Ledger>
  close(other: Ledger): Promise<void>
}
