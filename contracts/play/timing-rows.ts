import { cleanText, cleanValue, isCleanText } from './clean-value.ts'
import { plainMiss, type TimingRow } from './pack-rows.ts'

/** A body has at most this many rows: three times the longest play that anybody has sent. */
const maxRows = 50_000
const minWidth = 2
const maxWidth = 9
/** Characters of a text inside a row. */
const maxText = 100

/** What is wrong with a body, and where: `field` is a path like `timingData.3.1`. */
export interface Problem {
  readonly field: string
  readonly reason: string
}

/**
 * The judged rows of a body, or what is wrong with the first bad one. One pass by hand: a body has hundreds of rows, a
 * marathon thousands, and a schema over them would cost more than all the rest of the check. `onCut` is called for each
 * value that nests too deep to be kept.
 */
export function readTimingRows(sent: unknown, onCut: () => void): readonly TimingRow[] | Problem {
  const field = 'timingData'
  if (sent === undefined) return { field, reason: 'is required' }
  if (!Array.isArray(sent)) return { field, reason: 'must be a list of rows' }
  if (sent.length === 0) return { field, reason: 'must have at least one row' }
  if (sent.length > maxRows) return { field, reason: `must have at most ${maxRows} rows` }
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

/** The game may say more than "Miss" of a missed step: "Miss3". */
function isMarker(offset: unknown): boolean {
  return typeof offset === 'string' && offset.startsWith(plainMiss) && offset.length <= maxText
}

/**
 * Whether there is nothing to clean: finite numbers, booleans, nulls and short, clean texts only. The first two
 * elements were checked.
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

/** An offset that is not finite is beyond every window: a miss. */
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
