import { createHash } from 'node:crypto'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Partitions, Topic } from '@stepledger/contracts/ledger/topic.ts'

/**
 * The event's bytes and its ordering key: at most 200 characters, no NUL. Events with the same key go to the same
 * partition, in append order.
 */
export interface NewEvent {
  readonly key: string
  readonly bytes: Uint8Array
}

/** The next offset to read, by partition. */
export type Offsets = readonly number[]

export interface SubscriptionOptions {
  readonly topic: Topic
  /**
   * On Kafka the members of a group share the partitions; on Postgres each reader gets all of them. Correctness rests
   * on the checkpoint's fence, not on this assignment.
   */
  readonly group: string
  /**
   * Returns the next offset of each partition, 0 if omitted. Called at the start, after a failure and when partitions
   * are reassigned. An offset beyond the partition's end is an error: the checkpoint belongs to another ledger.
   */
  resume(partitions: readonly number[]): Promise<ReadonlyMap<number, number>>
  /**
   * Handles one batch from one or more partitions, in order within each. If it throws, the batch is redelivered: the
   * reader backs off and calls `resume` again.
   */
  handle(batch: readonly RecordedEvent[]): Promise<void>
  /**
   * Called with the next batch when it is read while the current one is handled, so that it can be decoded meanwhile.
   * Not called for every batch.
   */
  onPrefetched?(batch: readonly RecordedEvent[]): void
  /** Maximum number of events per batch; large events make smaller batches. */
  readonly maxBatch: number
}

export interface Subscription {
  /** Finishes the current batch, then stops. */
  stop(): Promise<void>
}

/** The port of the ledger: append-only topics, each partitioned. All adapters pass one contract suite. */
export interface Ledger {
  /** Display name of the engine. */
  readonly engine: string
  /** The events are in the Postgres of the read models. */
  readonly isInDatabase: boolean
  /** Never changes while it is open. */
  readonly partitions: Partitions
  /**
   * Resolves once the event is durable. Appends of concurrent callers are batched; each caller gets its own position or
   * error. At least once: after a lost response the batch is appended again, so an event may be duplicated; the first
   * copies keep the append order. Rejects with EventTooLargeError; with LedgerBusyError when the queue is full, nothing
   * was stored; with LedgerUnavailableError after the timeout, the event may or may not be stored.
   */
  append(topic: Topic, event: NewEvent): Promise<Position>
  /**
   * Reads in batches from `from` up to `to`, by default up to the ends at the time of the call, in order within each
   * partition. Offsets of a partition are contiguous from 0; a reader never sees one before all smaller ones.
   */
  read(
    topic: Topic,
    from: Offsets,
    options?: { to?: Offsets; maxBatch?: number },
  ): AsyncIterable<readonly RecordedEvent[]>
  /** Follows the topic until stopped. */
  subscribe(options: SubscriptionOptions): Subscription
  /** Null beyond the end. */
  at(topic: Topic, position: Position): Promise<RecordedEvent | null>
  /** The high watermark of each partition. */
  ends(topic: Topic): Promise<number[]>
  /** Stops the subscriptions, drains pending appends, then closes the ledger's own connections. */
  close(): Promise<void>
}

/** Backpressure: the append queue in memory is full. The event was not stored; retry later. */
export class LedgerBusyError extends Error {
  override readonly name = 'LedgerBusyError'
}

/**
 * The engine was unavailable until the timeout. The event may or may not be stored: retry under the same id, or report
 * the outcome as unknown.
 */
export class LedgerUnavailableError extends Error {
  override readonly name = 'LedgerUnavailableError'
}

/** Must never change, and is the same for every engine. */
export function partitionOf(partitions: number, key: string): number {
  if (partitions === 1) return 0
  return createHash('sha256').update(key).digest().readUInt32BE(0) % partitions
}
