/** A row of one player, by panel. */
export interface OpenRow {
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
export function combineParts(
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
