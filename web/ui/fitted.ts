/** Widths of letters, relative to a lower-case one. */
const widths: readonly [letters: RegExp, width: number][] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u, 1.9],
  [/[MWmw@%]/, 1.6],
  [/\p{Lu}/u, 1.2],
]

/** Truncates a text to the width of `max` lower-case letters, estimated, with an ellipsis: for drawings, which can't wrap. */
export function fitted(text: string, max: number): string {
  const letters = [...text]
  const fits = (count: number) =>
    letters.slice(0, count).reduce((sum, letter) => sum + widthOf(letter), 0) <=
    max - (count < letters.length ? 1 : 0)
  let count = letters.length
  while (count > 1 && !fits(count)) count--
  return count === letters.length ? text : `${letters.slice(0, count).join('')}…`
}

function widthOf(letter: string): number {
  return widths.find(([letters]) => letters.test(letter))?.[1] ?? 1
}
