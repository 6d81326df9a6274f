const notes = new Set(['1', '2', '3', '4', 'M', 'L', 'F', 'K'])

/**
 * Parses a written row to one character per panel, 0 without a note. The keysound in brackets after a panel is skipped;
 * like the engine it knows no other annotations. Further panels are dropped.
 */
export function readCells(row: string, panels: number): string[] {
  const cells: string[] = []
  for (let at = 0; at < row.length && cells.length < panels; at += 1) {
    const char = row.charAt(at)
    cells.push(notes.has(char) ? char : '0')
    if (row.charAt(at + 1) === '[') at = closedAt(row, at + 1)
  }
  return cells
}

export function panelsIn(row: string): number {
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
export function panelsOf(stepsType: string): number | null {
  return Object.hasOwn(panelsByType, stepsType) ? (panelsByType[stepsType] ?? null) : null
}
