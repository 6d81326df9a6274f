import type { Cell } from '@stepledger/contracts/analysis/question.ts'
import { DataType, type RecordBatch } from 'apache-arrow'

const maxLength = 200

/** Converts an Arrow batch to display values. */
export function rowsOf(batch: RecordBatch): Cell[][] {
  const columns = batch.schema.fields.map(({ type }, i) => ({ type, values: batch.getChildAt(i) }))
  return Array.from({ length: batch.numRows }, (_, row) =>
    columns.map(({ type, values }) => cellOf(type, values?.get(row))),
  )
}

function cellOf(type: DataType, value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (DataType.isDate(type) && typeof value === 'number') return new Date(value).toISOString().slice(0, 10)
  if (DataType.isTimestamp(type) && typeof value === 'number')
    return new Date(value).toISOString().slice(0, 16).replace('T', ' ')
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return Number(value)
  const text = typeof value === 'string' ? value : textOf(value)
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

/** Lists and structs as JSON. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part)) ?? ''
}
