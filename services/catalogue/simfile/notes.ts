import { simfileLimits } from './limits.ts'
import { panelsOf } from './panels.ts'
import { readCells } from './row-cells.ts'
import { SimfileError } from './simfile-error.ts'

/** In a beat: the game knows no finer place for a note. */
export const rowsPerBeat = 48
export const beatsPerMeasure = 4

/** A row that holds something. */
export interface NoteRow {
  /** In 48ths of a beat from the beginning. */
  readonly row: number
  /** Where the file puts it, in beats. */
  readonly beat: number
  /** A character a panel: 0 nothing, 1 tap, 2 hold, 4 roll, 3 end of either, M mine, L lift, F fake, K keysound. Each 3 ends a 2 or 4. */
  readonly cells: readonly string[]
}

export interface ChartNotes {
  readonly panels: number
  /** In order, each place once. */
  readonly rows: readonly NoteRow[]
}

interface OpenRow extends NoteRow {
  readonly cells: string[]
}

/**
 * The notes of a chart as the game reads them: rows that fall on one 48th of a beat are one, holds without an end and ends without a hold
 * are nothing. `&` divides the parts of several players.
 *
 * @throws SimfileError naming the notes when there are too many measures or rows, or none.
 */
export function readNotes(text: string, stepsType: string): ChartNotes {
  const parts = text.split('&', 3).map((part) => measuresOf(part))
  const panels = panelsOf(stepsType) ?? widest(parts)
  const rows = inOrder(parts.map((measures) => readPart(measures, panels)))
  if (rows.length > simfileLimits.rows)
    throw new SimfileError('NOTES', `has more than ${simfileLimits.rows} rows`)
  return { panels, rows }
}

/** Each measure as its lines; what stands between two commas and is not even a line break is none. */
function measuresOf(part: string): string[][] {
  const measures = part.split(',', simfileLimits.measures + 1)
  if (measures.length > simfileLimits.measures) {
    throw new SimfileError('NOTES', `has more than ${simfileLimits.measures} measures`)
  }
  return measures.filter((measure) => measure !== '').map(linesOf)
}

function linesOf(measure: string): string[] {
  const lines: string[] = []
  for (const line of measure.split(/[\r\n]/)) {
    const row = line.trim()
    if (row !== '') lines.push(row)
  }
  return lines
}

function widest(parts: readonly string[][][]): number {
  let panels = 0
  for (const lines of parts.flat())
    for (const line of lines) panels = Math.max(panels, Math.min(line.length, 400))
  if (panels > simfileLimits.panels)
    throw new SimfileError('NOTES', `has rows of more than ${simfileLimits.panels} panels`)
  return panels
}

function readPart(measures: readonly string[][], panels: number): OpenRow[] {
  const rows: OpenRow[] = []
  /** By panel: the row in which a hold began that has not ended. */
  const open: (OpenRow | undefined)[] = []
  for (const [measure, lines] of measures.entries()) {
    for (const [line, written] of lines.entries()) {
      const cells = readCells(written, panels)
      if (cells === null) continue
      const beat = (measure + line / lines.length) * beatsPerMeasure
      const row = nearestRow(beat)
      const last = rows.at(-1)
      const at = last?.row === row ? last : { row, beat, cells: Array<string>(panels).fill('0') }
      if (at !== last) rows.push(at)
      if (rows.length > simfileLimits.rows)
        throw new SimfileError('NOTES', `has more than ${simfileLimits.rows} rows`)
      place(cells, at, open)
    }
  }
  for (const [panel, head] of open.entries()) if (head) head.cells[panel] = '0'
  return rows.filter(({ cells }) => cells.some((cell) => cell !== '0'))
}

function place(cells: readonly string[], at: OpenRow, open: (OpenRow | undefined)[]): void {
  for (const [panel, cell] of cells.entries()) {
    const head = open[panel]
    if (cell === '0' || (cell === '3' && (head === undefined || head === at))) continue
    if (cell === 'K') {
      at.cells[panel] = cell
      continue
    }
    if (cell !== '3' && head) head.cells[panel] = '0'
    at.cells[panel] = cell
    open[panel] = cell === '2' || cell === '4' ? at : undefined
  }
}

/** The rows of all parts, those at one place in one. */
function inOrder(parts: readonly OpenRow[][]): NoteRow[] {
  const [first = [], ...others] = parts
  if (others.every((part) => part.length === 0)) return first
  const byRow = new Map(first.map((row) => [row.row, row]))
  for (const row of others.flat()) {
    const same = byRow.get(row.row)
    if (same)
      for (const [panel, cell] of row.cells.entries())
        same.cells[panel] = cell === '0' ? (same.cells[panel] ?? '0') : cell
    else byRow.set(row.row, row)
  }
  return [...byRow.values()].sort((a, b) => a.row - b.row)
}

/** The 48th of a beat nearest to a beat; of two that are as near, the even one. */
export function nearestRow(beat: number): number {
  const exact = beat * rowsPerBeat
  const below = Math.floor(exact)
  if (exact - below !== 0.5) return Math.round(exact)
  return below % 2 === 0 ? below : below + 1
}
