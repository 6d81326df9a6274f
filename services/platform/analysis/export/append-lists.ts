import { type DuckDBAppender, DuckDBDataChunk, INTEGER, LIST, SMALLINT } from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import { itemAt } from '@stepledger/contracts/item-at.ts'

/**
 * Rows with a list each. `numbers`: their other columns. The lists lie in `values`, one after the other, `lengths`
 * long.
 */
export interface ListRows {
  readonly numbers: readonly (readonly number[])[]
  readonly values: Int16Array<ArrayBuffer>
  readonly lengths: readonly number[]
}

/** Rows that DuckDB takes at once. */
export const rowsAtOnce = duckdb.vector_size()

/**
 * Appends rows to a table whose columns are INTEGER but for the last, a SMALLINT[]. The values of all lists are handed
 * over as the one piece of memory that they are: value by value, as the upper interface does it, takes ten times as
 * long.
 */
export function appendLists(appender: DuckDBAppender, { numbers, values, lengths }: ListRows): void {
  const rows = lengths.length
  const chunk = DuckDBDataChunk.create([...numbers.map(() => INTEGER), LIST(SMALLINT)], rows)
  for (const [column, items] of numbers.entries()) chunk.setColumnValues(column, items)
  const lists = duckdb.data_chunk_get_vector(chunk.chunk, numbers.length)
  const entries = new BigUint64Array(rows * 2)
  let total = 0
  for (let row = 0; row < rows; row++) {
    entries[row * 2] = BigInt(total)
    entries[row * 2 + 1] = BigInt(itemAt(lengths, row))
    total += itemAt(lengths, row)
  }
  duckdb.list_vector_reserve(lists, total)
  duckdb.list_vector_set_size(lists, total)
  const items = duckdb.list_vector_get_child(lists)
  duckdb.copy_data_to_vector(items, 0, values.buffer, values.byteOffset, total * values.BYTES_PER_ELEMENT)
  duckdb.copy_data_to_vector(lists, 0, entries.buffer, 0, entries.byteLength)
  appender.appendDataChunk(chunk)
}
