import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'

/** What is appended: the event's bytes and the key that orders it. Events of one key lie in one partition, in the order of appending. */
export interface Appendix {
  readonly key: string
  readonly bytes: Uint8Array
}

/** What is read back. Offsets of a partition are contiguous from 0; a reader never sees one before all smaller ones. */
export interface Recorded extends Position {
  readonly bytes: Uint8Array
}

/** The next offset wanted, for each partition of a topic. */
export type Offsets = readonly number[]

export interface SubscriptionOptions {
  readonly topic: Topic
  /** Readers of one group share the partitions, where the ledger can; the checkpoint's fence decides, never the ledger. */
  readonly group: string
  /** Where to go on, asked at the start, after a failure and when partitions are newly assigned. */
  resume(partitions: readonly number[]): Promise<ReadonlyMap<number, number>>
  /**
   * One batch, in order within each partition, from one or several partitions. When it throws, nothing of it counts as read: the reader
   * asks `resume` again, after a pause that grows.
   */
  handle(batch: readonly Recorded[]): Promise<void>
  /** At most so many events a batch. */
  readonly maxBatch: number
}

export interface Subscription {
  /** Lets the batch at hand finish, then stops. */
  stop(): Promise<void>
}

/**
 * The ledger: append-only topics, each in partitions. An adapter stands behind it; one contract suite holds for all of them.
 */
export interface Ledger {
  /** Which engine this is, for people. */
  readonly engine: string
  /** Durable once it resolves. Appends from many callers are gathered into one batch; each gets its own position or its own error. */
  append(topic: Topic, event: Appendix): Promise<Position>
  /** Everything from `from` up to what was there at the call, batch by batch, in order within each partition. */
  read(
    topic: Topic,
    from: Offsets,
    options?: { to?: Offsets; maxBatch?: number },
  ): AsyncIterable<readonly Recorded[]>
  /** Follows the topic for as long as it is not stopped. */
  subscribe(options: SubscriptionOptions): Subscription
  /** One event, or null where nothing lies. */
  at(topic: Topic, position: Position): Promise<Recorded | null>
  /** The next offset of each partition: what a reader that has read everything would want. */
  ends(topic: Topic): Promise<number[]>
  /** Waits for the appends at hand, then lets go of connections. */
  close(): Promise<void>
}
