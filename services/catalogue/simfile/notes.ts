import { itemAt } from '@stepledger/contracts/item-at.ts'
import { combineParts, type OpenRow } from './combine-parts.ts'
import { simfileLimits } from './limits.ts'
import { panelsIn, panelsOf, readCells } from './row-cells.ts'
import { SimfileError } from './simfile-error.ts'
import { type WrittenRow, writtenRows } from './written-rows.ts'

export interface NoteRow {
  /** In 48ths of a beat from the beginning. */
  readonly row: number
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
  /** The rows of each player where players have notes of their own: couple and routine; else empty. */
  readonly players: readonly (readonly NoteRow[])[]
}

/**
 * Parses the notes of a chart like the game: rows on the same 48th of a beat are merged, holds without an end and ends
 * without a hold are ignored. `&` separates the players of a routine.
 *
 * @throws SimfileError naming the notes when there are too many measures or rows.
 */
export function readNotes(text: string, stepsType: string): ChartNotes {
  const parts = (isRoutine(stepsType) ? text.split('&', 2) : [text]).map(writtenRows)
  const panels = panelsOf(stepsType) ?? widest(parts)
  const [first = [], second] = parts.map((rows) => readPart(rows, panels))
  const half = panels / 2
  const ofSide = (from: number) =>
    first.map(({ row, cells }) => ({ row, cells: cells.slice(from, from + half) }))
  const { rows, players } = second
    ? combineParts(first, second, panels)
    : { rows: first, players: isCouple(stepsType) ? [ofSide(0), ofSide(half)] : [] }
  return { panels, rows: joinedRows(rows), players: players.map(joinedRows) }
}

/** The rows with notes, their panels joined. */
function joinedRows(rows: readonly OpenRow[]): NoteRow[] {
  const joined: NoteRow[] = []
  for (const { row, cells } of rows) {
    const text = cells.join('')
    if (something.test(text)) joined.push({ row, cells: text })
  }
  return joined
}

const something = /[^0]/

export function isCouple(stepsType: string): boolean {
  return stepsType.endsWith('-couple')
}

function isRoutine(stepsType: string): boolean {
  return stepsType.endsWith('-routine')
}

function widest(parts: readonly WrittenRow[][]): number {
  let panels = 0
  for (const part of parts) for (const { text } of part) panels = Math.max(panels, panelsIn(text))
  if (panels > simfileLimits.panels)
    throw new SimfileError('NOTES', `has rows of more than ${simfileLimits.panels} panels`)
  return panels
}

/** A hold or roll. */
interface Hold {
  readonly panel: number
  readonly head: OpenRow
  end: OpenRow | null
}

/** What decides about the next note of a panel: its latest note, without keysounds. */
interface PanelState {
  at: OpenRow | null
  /** The hold that begins with that note. */
  hold: Hold | null
  /** The hold that begins with the note before it. */
  earlier: Hold | null
}

/** LoadFromSMNoteDataString for one player. */
function readPart(written: readonly WrittenRow[], panels: number): OpenRow[] {
  const rows: OpenRow[] = []
  const holds = new Set<Hold>()
  const states = Array.from({ length: panels }, (): PanelState => ({ at: null, hold: null, earlier: null }))
  for (const { row, text } of written) {
    const last = rows.at(-1)
    const at = last?.row === row ? last : { row, cells: Array<string>(panels).fill('0') }
    if (at !== last) rows.push(at)
    for (const [panel, cell] of readCells(text, panels).entries())
      if (cell !== '0') place(cell, panel, at, itemAt(states, panel), holds)
  }
  for (const { panel, head, end } of holds) if (!end) head.cells[panel] = '0'
  for (const { panel, end } of holds) if (end && '0K'.includes(end.cells[panel] ?? '')) end.cells[panel] = '3'
  return rows
}

function place(cell: string, panel: number, at: OpenRow, state: PanelState, holds: Set<Hold>): void {
  const isOnRow = state.at === at
  /** IsHoldNoteAtRow: the latest note of an earlier row, if it begins a hold. */
  const before = isOnRow ? state.earlier : state.hold
  if (cell === '3') {
    if (before && (before.end ?? at) === at) before.end = at
    return
  }
  at.cells[panel] = cell
  if (isOnRow && state.hold) holds.delete(state.hold)
  if (cell !== 'K') {
    const hold = cell === '2' || cell === '4' ? { panel, head: at, end: null } : null
    if (hold) holds.add(hold)
    Object.assign(state, { at, hold, earlier: before })
  } else if (isOnRow) Object.assign(state, { at: null, hold: before, earlier: null })
}
