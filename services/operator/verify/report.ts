import { itemAt } from '@stepledger/contracts/item-at.ts'

/** A row that differs between the generation and the fresh fold. Values are JSON; null if the row is missing. */
export interface Difference {
  readonly table: string
  readonly key: Readonly<Record<string, unknown>>
  /** missing: not in the generation. surplus: not in the fresh fold. */
  readonly kind: 'changed' | 'missing' | 'surplus'
  /** The differing columns, or all columns of a missing or surplus row. */
  readonly columns: readonly Differing[]
}

interface Differing {
  readonly name: string
  readonly shown: unknown
  readonly expected: unknown
}

export interface ComparedTable {
  readonly table: string
  readonly rows: number
  readonly differing: number
}

/** A closed competition. `offset`: of its EventClosed in the topic `rules`. */
export interface FinalCompetition {
  readonly slug: string
  readonly offset: number
}

export const maxListed = 100

/** Counts all items and keeps the first `maxListed`. */
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

/** `values`: shown and expected value of each column; undefined if the row is missing. */
export function differenceOf(
  table: string,
  key: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, readonly unknown[]>>,
): Difference {
  const columns = Object.entries(values).map(([name, value]) => ({
    name,
    shown: value[0] ?? null,
    expected: value[1] ?? null,
  }))
  const { shown, expected } = itemAt(columns, 0)
  return { table, key, kind: shown === null ? 'missing' : expected === null ? 'surplus' : 'changed', columns }
}
