const notes = new Set(['1', '2', '3', '4', 'M', 'L', 'F', 'K'])
/** What stands behind a note and is none: a keysound, an attack, an item. */
const closing: ReadonlyMap<string, string> = new Map([
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
])

/** A character a panel of a row as written, 0 where there is no note. What goes beyond the panels is left out. */
export function readCells(row: string, panels: number): string[] {
  const cells: string[] = []
  for (let at = 0; at < row.length && cells.length < panels; at += 1) {
    const char = row.charAt(at)
    const close = closing.get(char)
    if (close === undefined) cells.push(notes.has(char) ? char : '0')
    else at = closedAt(row, close, at)
  }
  return cells
}

/** How many panels a row as written has. */
export function panelsIn(row: string): number {
  return readCells(row, row.length).length
}

function closedAt(row: string, close: string, from: number): number {
  const at = row.indexOf(close, from)
  return at < 0 ? row.length : at
}
