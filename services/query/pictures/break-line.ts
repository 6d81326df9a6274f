import type { DrawText, TextStyle } from './text.ts'

/**
 * Breaks a text into two lines, the first as wide as possible: after a word, or anywhere if words are longer than half a
 * line or are written without spaces. The second line is empty when all of the text fits.
 */
export async function breakLine(
  draw: DrawText,
  text: string,
  style: TextStyle,
  maxWidth: number,
): Promise<readonly [string, string]> {
  const fits = async (part: string) => (await draw(part, 0, 0, style)).width <= maxWidth
  const characters = [...new Intl.Segmenter().segment(text)].map((part) => part.segment)
  if (await fits(text)) return [text, '']
  let [fitting, tooMany] = [1, characters.length]
  while (tooMany - fitting > 1) {
    const half = (fitting + tooMany) >> 1
    if (await fits(characters.slice(0, half).join(''))) fitting = half
    else tooMany = half
  }
  const space = characters.lastIndexOf(' ', fitting)
  const end = space > fitting / 2 ? space : fitting
  return [characters.slice(0, end).join('').trim(), characters.slice(end).join('').trim()]
}
