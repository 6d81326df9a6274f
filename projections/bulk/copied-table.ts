import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Batch } from '../batch.ts'
import { namesOf, type WrittenColumn } from '../written-column.ts'
import { copyRows } from './copy-rows.ts'

/** The input of one COPY in text format: `into` names a table and its columns, `rows` is UTF-8. */
export interface Copy {
  readonly into: string
  readonly rows: Uint8Array<ArrayBuffer>
}

export type CopyIn = (copy: Copy) => Promise<void>

/** A table that a build copies batches into unchanged. */
export interface CopiedTable {
  add(batch: Batch): void
  /** Returns and clears the buffered rows: one COPY, or none if the buffer is empty. */
  take(): Copy[]
}

/** `rowsOf` returns the rows of a batch; it is called with batches in ledger order. */
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

/** Buffers rows of a table for COPY. */
export function rowsFor<Row>(
  schema: string,
  { name, columns }: { readonly name: string; readonly columns: readonly WrittenColumn<Row>[] },
) {
  const into = `${schema}.${name} (${namesOf(columns)})`
  const buffer = copyRows(columns)
  return {
    add: buffer.add,
    take(): Copy[] {
      const rows = buffer.take()
      return rows.length > 0 ? [{ into, rows }] : []
    },
  }
}

/** A temporary table of a build for rows that are not part of a read model yet; dropped when the build is finished. */
export interface StagingTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/** Position columns of a staging table. */
export const positionColumns: readonly WrittenColumn<Position>[] = [
  { name: 'partition', type: 'smallint', value: (at) => at.partition },
  { name: '"offset"', type: 'bigint', value: (at) => at.offset },
]
