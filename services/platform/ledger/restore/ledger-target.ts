import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { NewEvent } from '../ledger.ts'

/**
 * A ledger that is filled with the events of another one at their positions, instead of appended to. Nobody else may
 * write to it meanwhile.
 */
export interface LedgerTarget {
  /** The next offset of each partition. */
  ends(topic: Topic): Promise<number[]>
  /** Stores events from `first` on, which must be the end of its partition. */
  put(topic: Topic, first: Position, events: readonly NewEvent[]): Promise<void>
}
