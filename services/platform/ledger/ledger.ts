import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import type { SqlToWrite } from './sql-to-write.ts'

/**
 * What is appended: the event's bytes and the key that orders it, at most 200 characters and no NUL. Events of one key
 * lie in one partition, in the order of appending.
 */
export interface NewEvent {
  readonly key: string
  readonly bytes: Uint8Array
}

/** The next offset wanted, for each partition of a topic. */
export type Offsets = readonly number[]

export interface SubscriptionOptions {
  readonly topic: Topic
  /**
   * Readers of one group share the partitions; where the ledger lies in Postgres, each gets all. The checkpoint's fence
   * decides, never the ledger.
   */
  readonly group: string
  /**
   * The next offset wanted of each partition, 0 for those left out; asked at the start, after a failure and when
   * partitions are newly assigned. One beyond the partition's end is a failure: it was read in another ledger.
   */
  resume(partitions: readonly number[]): Promise<ReadonlyMap<number, number>>
  /**
   * One batch, in order within each partition, from one or several partitions. When it throws, nothing of it counts as
   * read: the reader asks `resume` again, after a pause that grows.
   */
  handle(batch: readonly RecordedEvent[]): Promise<void>
  /** At most this many events a batch; fewer when they are large. */
  readonly maxBatch: number
}

export interface Subscription {
  /** Lets the batch at hand finish, then stops. */
  stop(): Promise<void>
}

/**
 * The ledger: append-only topics, each in partitions. An adapter stands behind it; one contract suite holds for all of
 * them.
 */
export interface Ledger {
  /** Which engine this is, for people. */
  readonly engine: string
  /**
   * Durable once it resolves. Appends from many callers are gathered into one batch; each gets its own position or its
   * own error. Appended at least once: when an answer was lost on the way, the batch is appended again, so the same
   * event may lie there twice, the first ones in the order of appending. Rejects with EventTooLargeError;
   * LedgerBusyError when too much is waiting, nothing was stored; LedgerUnavailableError when the engine was away for
   * too long, it may be stored.
   */
  append(topic: Topic, event: NewEvent): Promise<Position>
  /**
   * There where the ledger lies in the Postgres of the read models: appends a batch and writes something with it;
   * afterwards both are there, durably, or neither. Not gathered with others. Gives the positions; none when `unless`
   * forbade it, as it will when an answer was lost and the batch is sent again. Rejects as `append` does, and with what
   * Postgres has against the statement.
   */
  readonly appendWithSql?: (
    topic: Topic,
    events: readonly NewEvent[],
    sql: SqlToWrite,
  ) => Promise<readonly Position[]>
  /**
   * Everything from `from` up to `to`, or what was there at the call, batch by batch, in order within each partition.
   * Offsets of a partition are contiguous from 0; a reader never sees one before all smaller ones.
   */
  read(
    topic: Topic,
    from: Offsets,
    options?: { to?: Offsets; maxBatch?: number },
  ): AsyncIterable<readonly RecordedEvent[]>
  /** Follows the topic for as long as it is not stopped. */
  subscribe(options: SubscriptionOptions): Subscription
  /** One event, or null where nothing lies. */
  at(topic: Topic, position: Position): Promise<RecordedEvent | null>
  /** The next offset of each partition: what a reader that has read everything would want. */
  ends(topic: Topic): Promise<number[]>
  /** Stops the subscriptions, waits for the appends at hand, then lets go of connections of its own. */
  close(): Promise<void>
}
