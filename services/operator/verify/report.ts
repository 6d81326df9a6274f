/** What is shown and what a fresh fold gives differ in this row. Values as JSON; null where the row is missing. */
export interface Difference {
  readonly table: string
  readonly key: Readonly<Record<string, unknown>>
  /** changed: both have it. missing: it should be shown and is not. surplus: it is shown and should not be. */
  readonly kind: 'changed' | 'missing' | 'surplus'
  /** The columns that differ; of a missing or surplus row all of them. */
  readonly columns: readonly Differing[]
}

export interface Differing {
  readonly name: string
  readonly shown: unknown
  readonly expected: unknown
}

export interface ComparedTable {
  readonly table: string
  readonly rows: number
  readonly differing: number
}

/** Standings that are final. `offset`: where that lies in the topic `rules`. */
export interface FinalCompetition {
  readonly slug: string
  readonly offset: number
}

/** What `verify` found. */
export interface VerifyReport {
  /** No row differs and the ledger has no faults. */
  readonly agrees: boolean
  readonly ledgerId: string
  readonly generation: number
  readonly rules: { readonly title: string; readonly offset: number }
  /** The next offset of each partition at which both sides stand. */
  readonly checkpoint: readonly number[]
  readonly events: number
  /** Left out on both sides: events that the generation has parked. */
  readonly parked: number
  /** Passed over on both sides: events of types that this code does not know. */
  readonly unknown: number
  /** Plays that lie in the ledger again, under the same or another id, and count once. */
  readonly repeated: number
  readonly tables: readonly ComparedTable[]
  /** Events that are closed: their standings were compared with the scores that were recorded then. */
  readonly final: readonly FinalCompetition[]
  readonly differing: number
  /** The first of them, at most `maxListed`. */
  readonly differences: readonly Difference[]
  /** What is wrong in the ledger itself, or between it and the generation. */
  readonly faults: number
  readonly listedFaults: readonly string[]
  readonly seconds: number
}

export const maxListed = 100

/** Counts everything, keeps the first. */
export interface Tally<T> {
  add(item: T): void
  readonly count: number
  readonly first: readonly T[]
}

export function tally<T>(): Tally<T> {
  const first: T[] = []
  let count = 0
  return {
    add(item) {
      count += 1
      if (first.length < maxListed) first.push(item)
    },
    get count() {
      return count
    },
    first,
  }
}
