import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Difference } from './report.ts'

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
