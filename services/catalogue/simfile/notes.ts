import { itemAt } from '@stepledger/contracts/item-at.ts'
import { SimfileError, simfileLimits } from './simfile-error.ts'
import { beatsPerMeasure, beatToNoteRow } from './timing-data.ts'

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

/** A row of one player, by panel. */
interface OpenRow {
  readonly row: number
  readonly cells: string[]
}

/** A note on a panel. `end`: row of the end of a hold; else its own row. */
interface Note {
  readonly row: number
  readonly cell: string
  readonly player: number
  end: number
}

/**
 * CombineCompositeNoteData: the notes of a routine's two players in one chart. On each panel a note within a hold is
 * dropped, a hold of player 2 takes in what it covers, and of two notes at once that of player 2 remains.
 */
function combineParts(
  first: readonly OpenRow[],
  second: readonly OpenRow[],
  panels: number,
): { rows: OpenRow[]; players: OpenRow[][] } {
  const notes = Array.from({ length: panels }, (_, panel) =>
    combined(notesOn(panel, 0, first), notesOn(panel, 1, second)),
  )
  const players = [0, 1].map((player) => openRows(notes, (note) => note.player === player))
  return { rows: openRows(notes, () => true), players }
}

function notesOn(panel: number, player: number, rows: readonly OpenRow[]): Note[] {
  const notes: Note[] = []
  let hold: Note | null = null
  for (const { row, cells } of rows) {
    const cell = cells[panel] ?? '0'
    if (cell === '0') continue
    if (hold && cell !== 'K') {
      hold.end = row
      hold = null
    }
    if (cell === '3') continue
    const note = { row, cell, player, end: row }
    notes.push(note)
    if (cell === '2' || cell === '4') hold = note
  }
  return notes
}

function combined(first: readonly Note[], second: readonly Note[]): Note[] {
  const kept: Note[] = []
  const firsts = outsideOfHolds(first)
  let next = 0
  /** The last row of the latest hold. */
  let covered = -1
  const addFirsts = (until: number) => {
    for (let note = firsts[next]; note && note.row <= until; note = firsts[++next]) {
      if (note.row > covered) kept.push(note)
      covered = Math.max(covered, note.end > note.row ? note.end : covered)
    }
  }
  for (const note of second) {
    addFirsts(note.row - 1)
    if (note.row <= covered) continue
    const same = firsts[next]?.row === note.row ? firsts[next++] : undefined
    kept.push(note)
    if (note.end === note.row) continue
    covered = Math.max(note.end, same?.end ?? 0)
    while ((firsts[next]?.row ?? Number.POSITIVE_INFINITY) <= note.end)
      covered = Math.max(covered, firsts[next++]?.end ?? 0)
    note.end = covered
  }
  addFirsts(Number.POSITIVE_INFINITY)
  return kept
}

/** Without notes on a row of a hold that began before. */
function outsideOfHolds(notes: readonly Note[]): Note[] {
  let covered = -1
  return notes.filter((note) => {
    if (note.row <= covered) return false
    if (note.end > note.row) covered = note.end
    return true
  })
}

function openRows(notes: readonly (readonly Note[])[], isOf: (note: Note) => boolean): OpenRow[] {
  const rows = new Map<number, OpenRow>()
  const put = (row: number, panel: number, cell: string) => {
    const at = rows.get(row) ?? { row, cells: Array<string>(notes.length).fill('0') }
    rows.set(row, at)
    if (at.cells[panel] === '0') at.cells[panel] = cell
  }
  for (const [panel, ofPanel] of notes.entries())
    for (const note of ofPanel) if (isOf(note)) put(note.row, panel, note.cell)
  for (const [panel, ofPanel] of notes.entries())
    for (const note of ofPanel) if (isOf(note) && note.end > note.row) put(note.end, panel, '3')
  return [...rows.values()].sort((a, b) => a.row - b.row)
}

const notes = new Set(['1', '2', '3', '4', 'M', 'L', 'F', 'K'])

/**
 * Parses a written row to one character per panel, 0 without a note. The keysound in brackets after a panel is skipped;
 * like the engine it knows no other annotations. Further panels are dropped.
 */
function readCells(row: string, panels: number): string[] {
  const cells: string[] = []
  for (let at = 0; at < row.length && cells.length < panels; at += 1) {
    const char = row.charAt(at)
    cells.push(notes.has(char) ? char : '0')
    if (row.charAt(at + 1) === '[') at = closedAt(row, at + 1)
  }
  return cells
}

function panelsIn(row: string): number {
  return readCells(row, row.length).length
}

function closedAt(row: string, from: number): number {
  const at = row.indexOf(']', from)
  return at < 0 ? row.length : at
}

const panelsByType: Readonly<Record<string, number>> = {
  'dance-single': 4,
  'dance-double': 8,
  'dance-couple': 8,
  'dance-routine': 8,
  'dance-solo': 6,
  'dance-threepanel': 3,
  'pump-single': 5,
  'pump-halfdouble': 6,
  'pump-double': 10,
  'pump-couple': 10,
  'pump-routine': 10,
  'techno-single4': 4,
  'techno-single5': 5,
  'techno-single8': 8,
  'techno-double4': 8,
  'techno-double5': 10,
  'techno-double8': 16,
}

/** Number of panels of a steps type; null for an unknown one, whose rows determine it. */
function panelsOf(stepsType: string): number | null {
  return Object.hasOwn(panelsByType, stepsType) ? (panelsByType[stepsType] ?? null) : null
}

/** A line of the notes that may be non-empty. */
interface WrittenRow {
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
function writtenRows(notes: string): WrittenRow[] {
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
