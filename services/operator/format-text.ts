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

/** A duration in its two largest units: `45 s`, `3 min 05 s`, `2 h 10 min`, `6 d 04 h`. `seconds`: an integer. */
export function durationText(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (minutes === 0) return `${seconds} s`
  if (hours === 0) return `${minutes} min ${two(seconds % 60)} s`
  if (hours < 24) return `${hours} h ${two(minutes % 60)} min`
  return `${Math.floor(hours / 24)} d ${two(hours % 24)} h`
}

/** Control and bidirectional formatting characters, which could manipulate the output of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be found
const unprintable = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** Escapes unprintable characters of untrusted text as \uXXXX, for output on a terminal. */
export function printable(text: string): string {
  return text.replace(unprintable, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A value as JSON, on one line, safe for a terminal. */
export function printableJson(value: unknown): string {
  return printable(JSON.stringify(value) ?? 'null')
}

/** A value as a JSON document of several lines, safe for a terminal. */
export function jsonDocument(value: unknown): string {
  return JSON.stringify(value, null, 2).split('\n').map(printable).join('\n')
}
