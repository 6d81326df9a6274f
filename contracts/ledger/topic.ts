/**
 * The two topics of the ledger. `events` is ordered per key. `rules` has one partition and is read completely before
 * anything is folded.
 */
export const topics = {
  events: { partitions: 12 },
  rules: { partitions: 1 },
} as const

export type Topic = keyof typeof topics

/** Limit of an event with its framing in every ledger, bytes. */
export const maxEventBytes = 7 * 1024 * 1024
