const blank = /[\t\v\f ]/
const blanks = /[\t\v\f ]+/g

/**
 * Normalises notes for the hash: strips comments, blanks and blank lines, and halves a measure while every second row is
 * empty and the number of rows is even. A line with only a comma ends a measure. `notes`: one character a byte.
 */
export function minimiseNotes(notes: string): string {
  const kept: string[] = []
  let measure: string[] = []
  for (const line of notes.replaceAll(/[\r\n]+/g, '\n').split('\n')) {
    const row = withoutBlanks(line)
    if (row === '') continue
    if (row !== ',') {
      measure.push(row)
      continue
    }
    for (const row of minimiseMeasure(measure)) kept.push(row)
    kept.push(',')
    measure = []
  }
  for (const row of minimiseMeasure(measure)) kept.push(row)
  return kept.join('\n')
}

function withoutBlanks(line: string): string {
  const comment = line.indexOf('//')
  const row = comment < 0 ? line : line.slice(0, comment)
  return blank.test(row) ? row.replaceAll(blanks, '') : row
}

/** An empty measure is kept: halving it would never end. */
function minimiseMeasure(rows: string[]): string[] {
  let kept = rows
  while (kept.length > 0 && kept.length % 2 === 0 && kept.every((row, i) => i % 2 === 0 || isEmpty(row))) {
    kept = kept.filter((_, i) => i % 2 === 0)
  }
  return kept
}

function isEmpty(row: string): boolean {
  for (let i = 0; i < row.length; i += 1) if (row.charCodeAt(i) !== 48) return false
  return true
}
