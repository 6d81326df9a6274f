/** What is written in one statement with a batch of events. */
export interface SqlToWrite {
  /** What it is, for the name of the prepared statement. */
  readonly name: string
  /** A condition under which nothing is stored, neither this nor the events. */
  readonly unless: string
  /** The statement. It reads `placed (nth, partition, "offset")`: where the nth event, counted from 1, comes to lie. */
  readonly write: string
  /** The parameters of both, from $1 on. */
  readonly values: readonly unknown[]
}
