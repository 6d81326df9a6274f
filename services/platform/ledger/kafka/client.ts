import type { ToAppend } from '../append-batch.ts'

// The client interfaces of the Kafka ledger. producer, line, group-member and topic-admin implement them with kafkajs.

export interface Producer {
  /** Returns the offset of the first event of each partition; the partition's other events follow without a gap. */
  send(topic: string, events: readonly ToAppend[]): Promise<ReadonlyMap<number, number>>
  /** Closes the connections immediately; a batch in flight may or may not be stored. */
  abandon(): void
  close(): Promise<void>
}

interface FetchPosition {
  readonly partition: number
  /** The next offset to fetch. */
  readonly offset: number
}

export interface Fetched {
  readonly partition: number
  /** In order; may start before the requested offset, since Kafka returns whole batches. */
  readonly messages: readonly { readonly offset: string; readonly value: Buffer | null }[]
}

export interface FetchClient {
  ends(topic: string, count: number): Promise<number[]>
  leaders(topic: string, partitions: readonly number[]): ReadonlyMap<string, readonly number[]>
  /**
   * Fetches from one leader, starting at the given positions: about `maxBytes` in total, but at least one batch if
   * there is any. Otherwise waits up to `maxWaitMs` for one.
   */
  fetch(
    topic: string,
    leader: string,
    from: readonly FetchPosition[],
    limits: { maxWaitMs: number; maxBytes: number },
  ): Promise<Fetched[]>
  /** Refreshes the metadata of the leaders. */
  refresh(): Promise<void>
  /** Closes the connections immediately. */
  abandon(): void
}

export interface GroupClient extends FetchClient {
  /** Leaves the group gracefully, so that its partitions are reassigned without waiting for the session timeout. */
  leave(): Promise<void>
}

export interface TopicDescription {
  readonly partitions: number
  /** Of the partition with the fewest. */
  readonly replicas: number
  readonly settings: ReadonlyMap<string, string>
}

export interface TopicSpec {
  readonly name: string
  readonly partitions: number
  readonly replicas: number
  readonly settings: ReadonlyMap<string, string>
}

export interface TopicAdmin {
  brokers(): Promise<number>
  find(name: string): Promise<TopicDescription | null>
  /** Creates the topic; returns false if it already exists. */
  make(topic: TopicSpec): Promise<boolean>
  remove(names: readonly string[]): Promise<void>
  close(): Promise<void>
}
