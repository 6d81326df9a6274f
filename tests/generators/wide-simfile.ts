/** The text of an .ssc with large charts in few bytes: all rows but the first of each chart have one note. */
export function wideSimfile(size: {
  readonly charts: number
  readonly rows: number
  readonly panels: number
}): string {
  const { charts, rows, panels } = size
  const measures: string[] = []
  for (let left = rows - 1; left > 0; left -= 192) measures.push('1\n'.repeat(Math.min(left, 192)))
  const notes = `${'1'.repeat(panels)}\n${measures.join(',\n')}`
  const parts = Array.from(
    { length: charts },
    (_, n) => `#NOTEDATA:;\n#STEPSTYPE:made-up;\n#DIFFICULTY:Edit;\n#DESCRIPTION:${n};\n#NOTES:\n${notes};\n`,
  )
  return `#VERSION:0.83;\n#TITLE:Wide;\n#BPMS:0.000=150.000;\n${parts.join('')}`
}
