import type { Batch } from '../batch.ts'
import { namesOf, type WrittenColumn } from '../written-column.ts'
import { copyRows } from './copy-rows.ts'

/** What one COPY in the text format brings: `into` names a table and its columns, `rows` is UTF-8. */
export interface Copy {
  readonly into: string
  readonly rows: Uint8Array<ArrayBuffer>
}

export type CopyIn = (copy: Copy) => Promise<void>

/** A table that a build copies batches into, as they are. */
export interface CopiedTable {
  add(batch: Batch): void
  /** What was added since it was last asked: one copy, or none of nothing. */
  take(): Copy[]
}

/** `rowsOf`: the rows of a batch; asked for batches in the order of the ledger. */
export function copiedTable<Row>(
  schema: string,
  table: { readonly name: string; readonly columns: readonly WrittenColumn<Row>[] },
  rowsOf: (batch: Batch) => readonly Row[],
): CopiedTable {
  const rows = rowsFor(schema, table)
  return {
    add(batch) {
      for (const row of rowsOf(batch)) rows.add(row)
    },
    take: rows.take,
  }
}

/** Rows for a table, as COPY takes them. */
export function rowsFor<Row>(
  schema: string,
  { name, columns }: { readonly name: string; readonly columns: readonly WrittenColumn<Row>[] },
) {
  const into = `${schema}.${name} (${namesOf(columns)})`
  const written = copyRows(columns)
  return {
    add: written.add,
    take(): Copy[] {
      const rows = written.take()
      return rows.length > 0 ? [{ into, rows }] : []
    },
  }
}
