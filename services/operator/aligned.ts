/** Characters that take two columns on a terminal. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/gu

const widthOf = (text: string) => [...text].length + (text.match(wide)?.length ?? 0)

/** Formats rows as aligned columns, separated by two spaces. `right`: indexes of right-aligned columns. */
export function aligned(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = []
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell))
  return rows.map((row) =>
    row
      .map((cell, i) => {
        const padding = ' '.repeat((widths[i] ?? 0) - widthOf(cell))
        return right.includes(i) ? padding + cell : cell + padding
      })
      .join('  ')
      .trimEnd(),
  )
}

/** A formatted count, such as 12,345. */
export function count(n: number): string {
  return n.toLocaleString('en-US')
}

/** A count with its noun, such as "1 row" and "12 rows". */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`
}
