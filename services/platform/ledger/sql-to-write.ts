/** SQL executed atomically with the append of a batch of events. */
export interface SqlToWrite {
  /** Part of the name of the prepared statement. */
  readonly name: string
  /** A condition. If it holds, neither this nor the events are stored. */
  readonly unless: string
  /** The statement. It can read `placed (nth, partition, "offset")`: the position of the nth event, 1-based. */
  readonly write: string
  /** The parameters of both, starting at $1. */
  readonly values: readonly unknown[]
}
