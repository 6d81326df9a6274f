/**
 * The two topics of the ledger. `events` is ordered per key, `rules` is one line read whole before anything is folded.
 */
export const topics = {
  events: { partitions: 12 },
  rules: { partitions: 1 },
} as const

export type Topic = keyof typeof topics

/** An event with its framing is at most this many bytes, in every ledger. */
export const maxEventBytes = 7 * 1024 * 1024
