import type { PublishedFile } from '@stepledger/contracts/http/data.ts'

/** Bytes of one table that a page fetches: the memory of a browser's tab holds some times as much. */
export const mostBytesOfTable = 48_000_000

/** The newest files of a table that fit into a number of bytes together, one at least; the newest first. */
export function filesWithin(files: readonly PublishedFile[], most: number): PublishedFile[] {
  const newest = files.toSorted((a, b) => (b.month ?? '').localeCompare(a.month ?? ''))
  let bytes = 0
  const end = newest.findIndex((file, i) => {
    bytes += file.bytes
    return i > 0 && bytes > most
  })
  return end < 0 ? newest : newest.slice(0, end)
}

/** After FROM or JOIN: names between commas, each with an alias or without. */
const named = /\b(?:from|join|describe|summarize)\s+((?:"?\w+"?(?:\s+(?:as\s+)?\w+)?\s*,\s*)*"?\w+)/g

/** The tables that a query names; DuckDB, which parses it, tells when one was missed. */
export function tablesIn<Table extends { readonly name: string }>(
  sql: string,
  tables: readonly Table[],
): Table[] {
  const lists = [...sql.toLowerCase().matchAll(named)].map(([, list = '']) => list)
  const words = new Set(lists.flatMap((list) => list.match(/\w+/g) ?? []))
  return tables.filter(({ name }) => words.has(name))
}
