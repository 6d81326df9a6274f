import { cleanText, cleanValue, NestedTooDeepError } from './clean-value.ts'

/** A body has at least one judged row and at most so many. */
export const maxRows = 200_000
const minWidth = 2
const maxWidth = 9
/** Characters of a text inside a row. */
const maxText = 100

/** One judged row: song seconds, then the offset in seconds (late positive) or a text that starts with "Miss", then whatever the game adds. */
export type TimingRow = readonly [time: number, offset: number | string, ...more: unknown[]]

/** What is wrong with a body, and where: `field` is a path like `timingData.3.1`. */
export interface Problem {
  readonly field: string
  readonly reason: string
}

/**
 * The judged rows of a body, or what is wrong with the first bad one. One pass by hand: a body has hundreds of rows, a marathon
 * thousands, and a schema over them would cost more than all the rest of the check.
 */
export function readTimingRows(sent: unknown): readonly TimingRow[] | Problem {
  const field = 'timingData'
  if (sent === undefined) return { field, reason: 'is required' }
  if (!Array.isArray(sent)) return { field, reason: 'must be a list of rows' }
  if (sent.length === 0) return { field, reason: 'must have at least one row' }
  if (sent.length > maxRows) return { field, reason: `must have at most ${maxRows} rows` }
  const rows: TimingRow[] = new Array(sent.length)
  for (let i = 0; i < sent.length; i++) {
    const row = readRow(sent[i])
    if ('reason' in row) return { field: `${field}.${i}${row.field}`, reason: row.reason }
    rows[i] = row
  }
  return rows
}

function readRow(row: unknown): TimingRow | Problem {
  if (!Array.isArray(row)) return { field: '', reason: 'must be a list' }
  if (row.length < minWidth || row.length > maxWidth)
    return { field: '', reason: `must have ${minWidth} to ${maxWidth} elements` }
  const time: unknown = row[0]
  const offset: unknown = row[1]
  if (typeof time !== 'number' || !Number.isFinite(time))
    return { field: '.0', reason: 'must be a finite number: the time in song seconds' }
  if (typeof offset === 'string' ? !isMiss(offset) : typeof offset !== 'number' || !Number.isFinite(offset))
    return {
      field: '.1',
      reason: `must be a finite number of seconds, or a text of at most ${maxText} characters that starts with "Miss"`,
    }
  if (isPlain(row)) return row
  return cleanRow(row)
}

function isMiss(offset: string): boolean {
  return offset.startsWith('Miss') && offset.length <= maxText
}

/** Whether there is nothing to clean: numbers, booleans, nulls and a plain "Miss" only. */
function isPlain(row: readonly unknown[]): row is TimingRow {
  for (const value of row) {
    if (typeof value === 'number' ? !Number.isFinite(value) : typeof value !== 'boolean' && value !== null)
      if (value !== 'Miss') return false
  }
  return true
}

function cleanRow(row: readonly unknown[]): TimingRow | Problem {
  const [time, offset, ...more] = row
  const cleaned: unknown[] = []
  for (const [i, value] of more.entries()) {
    if (typeof value === 'string' && value.length > maxText)
      return { field: `.${i + 2}`, reason: `must have at most ${maxText} characters` }
    try {
      cleaned.push(cleanValue(value))
    } catch (error) {
      if (error instanceof NestedTooDeepError) return { field: `.${i + 2}`, reason: error.message }
      throw error
    }
  }
  return [Number(time), typeof offset === 'string' ? cleanText(offset) : Number(offset), ...cleaned]
}
