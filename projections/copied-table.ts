import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Batch } from './batch.ts'
import { namesOf, type WrittenColumn } from './written-column.ts'

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

const initialBytes = 64 * 1024
/** Maximum bytes of UTF-8 for one UTF-16 code unit. */
const bytesPerUnit = 3

/**
 * Buffers rows in COPY's text format. Each row is encoded to bytes at once: strings that live until the batch is
 * complete burden the garbage collector.
 */
function copyRows<Row>(columns: readonly WrittenColumn<Row>[]) {
  let buffer = Buffer.allocUnsafeSlow(initialBytes)
  let end = 0
  return {
    add(row: Row): void {
      const text = rowText(columns, row)
      const maxEnd = end + text.length * bytesPerUnit
      if (maxEnd > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(maxEnd, 2 * buffer.length))
        larger.set(buffer.subarray(0, end))
        buffer = larger
      }
      end += buffer.write(text, end)
    },
    /** Returns a copy of the buffered rows in UTF-8 and clears the buffer. */
    take(): Uint8Array<ArrayBuffer> {
      const rows = new Uint8Array(buffer.subarray(0, end))
      end = 0
      return rows
    },
  }
}

function rowText<Row>(columns: readonly WrittenColumn<Row>[], row: Row): string {
  let text = ''
  for (const [i, { value }] of columns.entries()) {
    const item = value(row)
    if (i > 0) text += '\t'
    text += typeof item === 'string' ? escaped(item) : item === null ? '\\N' : item
  }
  return `${text}\n`
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (letter) => escapes[letter] ?? letter) : text
}
