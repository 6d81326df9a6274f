import { nearestRow } from './beats.ts'
import { simfileLimits } from './limits.ts'
import { panelsIn, panelsOf, readCells } from './row-cells.ts'
import { SimfileError } from './simfile-error.ts'
import { type WrittenRow, writtenRows } from './written-rows.ts'

export interface NoteRow {
  /** In 48ths of a beat from the beginning. */
  readonly row: number
  /** Exact position in the file, beats. */
  readonly beat: number
  /**
   * One character per panel: 0 empty, 1 tap, 2 hold, 4 roll, 3 end of either, M mine, L lift, F fake, K keysound. Each 3
   * ends a 2 or 4.
   */
  readonly cells: string
}

export interface ChartNotes {
  readonly panels: number
  /** Sorted, positions are unique. */
  readonly rows: readonly NoteRow[]
}

interface OpenRow {
  readonly row: number
  readonly beat: number
  readonly cells: string[]
}

/**
 * Parses the notes of a chart like the game: rows on the same 48th of a beat are merged, holds without an end and ends
 * without a hold are ignored. `&` separates the parts of several players.
 *
 * @throws SimfileError naming the notes when there are too many measures or rows.
 */
export function readNotes(text: string, stepsType: string): ChartNotes {
  const parts = text.split('&', 3).map(writtenRows)
  const panels = panelsOf(stepsType) ?? widest(parts)
  return { panels, rows: closed(inOrder(parts.map((rows) => readPart(rows, panels)))) }
}

function widest(parts: readonly WrittenRow[][]): number {
  let panels = 0
  for (const part of parts) for (const { text } of part) panels = Math.max(panels, panelsIn(text))
  if (panels > simfileLimits.panels)
    throw new SimfileError('NOTES', `has rows of more than ${simfileLimits.panels} panels`)
  return panels
}

function readPart(written: readonly WrittenRow[], panels: number): OpenRow[] {
  const rows: OpenRow[] = []
  /** Per panel: the row with the head of an open hold. */
  const open: (OpenRow | undefined)[] = []
  for (const { beat, text } of written) {
    const row = nearestRow(beat)
    const last = rows.at(-1)
    const at = last?.row === row ? last : { row, beat, cells: Array<string>(panels).fill('0') }
    if (at !== last) rows.push(at)
    place(readCells(text, panels), at, open)
  }
  for (const [panel, head] of open.entries()) if (head) head.cells[panel] = '0'
  return rows
}

function place(cells: readonly string[], at: OpenRow, open: (OpenRow | undefined)[]): void {
  for (let panel = 0; panel < cells.length; panel += 1) {
    const cell = cells[panel] ?? '0'
    if (cell === '0') continue
    const head = open[panel]
    if (cell === '3' && (head === undefined || head === at)) continue
    if (cell !== 'K') {
      if (cell !== '3' && head) head.cells[panel] = '0'
      open[panel] = cell === '2' || cell === '4' ? at : undefined
    }
    at.cells[panel] = cell
  }
}

/** Merges the rows of all parts by position. */
function inOrder(parts: readonly OpenRow[][]): OpenRow[] {
  const [first = [], ...others] = parts
  if (others.every((part) => part.length === 0)) return first
  const byRow = new Map(first.map((row) => [row.row, row]))
  for (const row of others.flat()) {
    const same = byRow.get(row.row)
    if (same === undefined) byRow.set(row.row, row)
    else for (const [panel, cell] of row.cells.entries()) if (cell !== '0') same.cells[panel] = cell
  }
  return [...byRow.values()].sort((a, b) => a.row - b.row)
}

function closed(rows: readonly OpenRow[]): NoteRow[] {
  const closedRows: NoteRow[] = []
  for (const { row, beat, cells } of rows) {
    const text = cells.join('')
    if (something.test(text)) closedRows.push({ row, beat, cells: text })
  }
  return closedRows
}

const something = /[^0]/
