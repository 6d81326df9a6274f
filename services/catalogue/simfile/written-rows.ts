import { beatsPerMeasure, beatToNoteRow } from './beats.ts'
import { simfileLimits } from './limits.ts'
import { SimfileError } from './simfile-error.ts'

/** A line of the notes that may be non-empty. */
export interface WrittenRow {
  readonly row: number
  readonly text: string
}

const zero = 48

/**
 * Returns the rows of notes that are not all zeros. Commas end measures; two commas without a line break between them
 * enclose no measure. One pass over the text, which may contain a million rows of zeros.
 *
 * @throws SimfileError when there are too many measures or rows.
 */
export function writtenRows(notes: string): WrittenRow[] {
  const rows: WrittenRow[] = []
  let measure = 0
  let from = 0
  while (from <= notes.length) {
    const comma = notes.indexOf(',', from)
    const end = comma < 0 ? notes.length : comma
    if (end > from) {
      addMeasure(rows, notes, measure, from, end)
      measure += 1
      if (measure > simfileLimits.measures) throw tooMany(simfileLimits.measures, 'measures')
    }
    from = end + 1
  }
  return rows
}

function addMeasure(rows: WrittenRow[], notes: string, measure: number, from: number, end: number): void {
  const lines: { line: number; text: string }[] = []
  let count = 0
  for (let at = from; at < end; ) {
    const start = skip(notes, at, end, isBlank)
    const next = skip(notes, start, end, isOfLine)
    if (next - start > simfileLimits.rowLength) throw new SimfileError('NOTES', 'has a row that is too long')
    if (next > start) {
      if (skip(notes, start, next, isZero) < next)
        lines.push({ line: count, text: notes.slice(start, next).trimEnd() })
      count += 1
      if (count > simfileLimits.measureRows) throw tooMany(simfileLimits.measureRows, 'rows in a measure')
    }
    at = next
  }
  for (const { line, text } of lines) rows.push({ row: rowAt(measure, line / count), text })
  if (rows.length > simfileLimits.rows) throw tooMany(simfileLimits.rows, 'rows')
}

/** In single precision, as the engine. `part`: of the measure that comes before the row. */
function rowAt(measure: number, part: number): number {
  return beatToNoteRow(Math.fround(measure + Math.fround(part)) * beatsPerMeasure)
}

function skip(notes: string, from: number, end: number, isSkipped: (code: number) => boolean): number {
  let at = from
  while (at < end && isSkipped(notes.charCodeAt(at))) at += 1
  return at
}

const isZero = (code: number) => code === zero
const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13)
const isOfLine = (code: number) => code !== 10 && code !== 13

function tooMany(limit: number, what: string): SimfileError {
  return new SimfileError('NOTES', `has more than ${limit} ${what}`)
}
