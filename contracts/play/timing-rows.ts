import { cleanText, cleanValue, isCleanText } from './clean-value.ts'
import { plainMiss, type TimingRow } from './pack-rows.ts'

/** Limit of rows in a body: three times the longest known play. */
export const maxSentRows = 50_000
const minWidth = 2
const maxWidth = 9
/** Maximum characters of a text inside a row. */
const maxText = 100

/** A validation error of a body. `field` is a path such as `timingData.3.1`. */
export interface Problem {
  readonly field: string
  readonly reason: string
}

/**
 * Validates the judged rows of a body; returns them, or the error of the first bad one. Hand-written in one pass: a
 * body has hundreds of rows, a marathon thousands, and a schema over them would dominate the cost of validation.
 * `onCut` is called for each value that is cut because it nests too deep.
 */
export function readTimingRows(sent: unknown, onCut: () => void): readonly TimingRow[] | Problem {
  const field = 'timingData'
  if (sent === undefined) return { field, reason: 'is required' }
  if (!Array.isArray(sent)) return { field, reason: 'must be a list of rows' }
  if (sent.length === 0) return { field, reason: 'must have at least one row' }
  if (sent.length > maxSentRows) return { field, reason: `must have at most ${maxSentRows} rows` }
  const rows: TimingRow[] = new Array(sent.length)
  for (let i = 0; i < sent.length; i++) {
    const row = readRow(sent[i], onCut)
    if ('reason' in row) return { field: `${field}.${i}${row.field}`, reason: row.reason }
    rows[i] = row
  }
  return rows
}

function readRow(row: unknown, onCut: () => void): TimingRow | Problem {
  if (!Array.isArray(row)) return { field: '', reason: 'must be a list' }
  if (row.length < minWidth || row.length > maxWidth)
    return { field: '', reason: `must have ${minWidth} to ${maxWidth} elements` }
  const time: unknown = row[0]
  const offset: unknown = row[1]
  if (typeof time !== 'number' || !Number.isFinite(time))
    return { field: '.0', reason: 'must be a finite number: the time in song seconds' }
  if (typeof offset === 'number' ? Number.isNaN(offset) : !isMarker(offset))
    return {
      field: '.1',
      reason: `must be a number of seconds, or a text of at most ${maxText} characters that starts with "Miss"`,
    }
  return isPlain(row) ? row : cleanRow(time, offset, row, onCut)
}

/** The game may append to "Miss": "Miss3". */
function isMarker(offset: unknown): boolean {
  return typeof offset === 'string' && offset.startsWith(plainMiss) && offset.length <= maxText
}

/**
 * Whether nothing needs cleaning: only finite numbers, booleans, nulls and short, clean texts. The first two elements
 * are validated before.
 */
function isPlain(row: readonly unknown[]): row is TimingRow {
  for (let i = 0; i < row.length; i++) if (!isPlainValue(row[i])) return false
  return true
}

function isPlainValue(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'string') return value === plainMiss || (value.length <= maxText && isCleanText(value))
  return typeof value === 'boolean' || value === null
}

/** A non-finite offset is beyond every window: a miss. */
function cleanRow(
  time: number,
  offset: unknown,
  row: readonly unknown[],
  onCut: () => void,
): TimingRow | Problem {
  const more: unknown[] = []
  for (let i = minWidth; i < row.length; i++) {
    const value = row[i]
    if (typeof value === 'string' && value.length > maxText)
      return { field: `.${i}`, reason: `must have at most ${maxText} characters` }
    more.push(cleanValue(value, onCut))
  }
  const finite = typeof offset === 'number' && Number.isFinite(offset)
  return [time, finite ? offset : typeof offset === 'string' ? cleanText(offset) : plainMiss, ...more]
}
