import type { ToAppend } from '../append-batch.ts'

// What the Kafka ledger asks of a client. Four files beside this one give it, by kafkajs; another library could.

export interface Producer {
  /** Gives the offset of the first event of each partition; the others of that partition follow it without a gap. */
  send(topic: string, events: readonly ToAppend[]): Promise<ReadonlyMap<number, number>>
  /** Ends it at once; what is on its way may be stored or not. */
  abandon(): void
  close(): Promise<void>
}

export interface Wanted {
  readonly partition: number
  /** The next offset wanted. */
  readonly offset: number
}

export interface Fetched {
  readonly partition: number
  /** In order; may begin before the offset wanted, since whole batches come. */
  readonly messages: readonly { readonly offset: string; readonly value: Buffer | null }[]
}

export interface Line {
  /** The next offset of each of the topic's `count` partitions. */
  ends(topic: string, count: number): Promise<number[]>
  /** Who holds which of the partitions. */
  leaders(topic: string, partitions: readonly number[]): ReadonlyMap<string, readonly number[]>
  /**
   * What one of them has from these offsets on: at most about `maxBytes`, shared by the partitions, but one batch at
   * least when there is any. Waits for `maxWaitMs` where there is none.
   */
  fetch(
    topic: string,
    leader: string,
    wanted: readonly Wanted[],
    limits: { maxWaitMs: number; maxBytes: number },
  ): Promise<Fetched[]>
  /** Asks again who holds what. */
  refresh(): Promise<void>
  /** Ends it at once. */
  abandon(): void
}

export interface GroupLine extends Line {
  /** Says goodbye to the group, so that others take its partitions at once. */
  leave(): Promise<void>
}

export interface TopicFound {
  readonly partitions: number
  /** Of the partition that has the fewest. */
  readonly replicas: number
  readonly settings: ReadonlyMap<string, string>
}

export interface Making {
  readonly name: string
  readonly partitions: number
  readonly replicas: number
  readonly settings: ReadonlyMap<string, string>
}

export interface TopicAdmin {
  brokers(): Promise<number>
  /** Null where there is no such topic. */
  find(name: string): Promise<TopicFound | null>
  /** False where it was there already. */
  make(topic: Making): Promise<boolean>
  remove(names: readonly string[]): Promise<void>
  close(): Promise<void>
}
