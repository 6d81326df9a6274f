/**
 * The two topics of the ledger. `events` is ordered per key. `rules` has one partition and is read completely before
 * anything is folded.
 */
export type Topic = 'events' | 'rules'

/**
 * The number of partitions of each topic. It is part of every position: a ledger keeps it, and one with another number is
 * a copy (`ledger load`).
 */
export type Partitions = Readonly<Record<Topic, number>>

/** Partitions of `events` in a ledger without another number; every number is a multiple of it. */
export const defaultPartitions = 12
export const maxPartitions = 96

export function isPartitionCount(count: number): boolean {
  return count >= defaultPartitions && count <= maxPartitions && count % defaultPartitions === 0
}

/** The partitions of a ledger with this many of `events`. */
export function partitionsOf(events: number): Partitions {
  return { events, rules: 1 }
}

/** Limit of an event with its framing in every ledger, bytes. */
export const maxEventBytes = 7 * 1024 * 1024
