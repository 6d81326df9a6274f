import type { PublishedFile } from '@stepledger/contracts/http/data.ts'

/** The maximum number of bytes to load per table; in memory they take several times as much. */
export const maxTableBytes = 48_000_000

/** The newest files of a table that fit into `limit` bytes, at least one; newest first. */
export function filesWithin(files: readonly PublishedFile[], limit: number): PublishedFile[] {
  const newest = files.toSorted((a, b) => (b.month ?? '').localeCompare(a.month ?? ''))
  let bytes = 0
  const end = newest.findIndex((file, i) => {
    bytes += file.bytes
    return i > 0 && bytes > limit
  })
  return end < 0 ? newest : newest.slice(0, end)
}

/** Matches table lists after FROM or JOIN: comma-separated names with optional aliases. */
const tableLists = /\b(?:from|join|describe|summarize)\s+((?:"?\w+"?(?:\s+(?:as\s+)?\w+)?\s*,\s*)*"?\w+)/g

/** Returns the tables that a query names. An approximation: DuckDB reports any missed table. */
export function tablesIn<Table extends { readonly name: string }>(
  sql: string,
  tables: readonly Table[],
): Table[] {
  const lists = [...sql.toLowerCase().matchAll(tableLists)].map(([, list = '']) => list)
  const words = new Set(lists.flatMap((list) => list.match(/\w+/g) ?? []))
  return tables.filter(({ name }) => words.has(name))
}
