const anyNote = /[1234MLFK]/
const notes = new Set(['1', '2', '3', '4', 'M', 'L', 'F', 'K'])
/** What stands behind a note and is none: a keysound, an attack, an item. */
const closing: Readonly<Record<string, string>> = { '[': ']', '{': '}', '<': '>' }

/** A character a panel of a row as written, 0 where there is no note; null when it holds none. What goes beyond the panels is left out. */
export function readCells(row: string, panels: number): string[] | null {
  if (!anyNote.test(row)) return null
  let found = false
  const cells: string[] = []
  for (let at = 0; at < row.length && cells.length < panels; at += 1) {
    const char = row.charAt(at)
    const close = closing[char]
    if (close !== undefined) {
      const end = row.indexOf(close, at)
      at = end < 0 ? row.length : end
      continue
    }
    const isNote = notes.has(char)
    found ||= isNote
    cells.push(isNote ? char : '0')
  }
  return found ? cells : null
}
