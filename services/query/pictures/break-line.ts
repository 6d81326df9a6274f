import type { DrawText, TextStyle } from './text.ts'

/**
 * A text in two parts, the first of which is as wide as may be: it ends with a word, or anywhere where words are longer
 * than half a line, or are not written apart. The second is empty when all of it fits.
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
  let [most, tooMany] = [1, characters.length]
  while (tooMany - most > 1) {
    const half = (most + tooMany) >> 1
    if (await fits(characters.slice(0, half).join(''))) most = half
    else tooMany = half
  }
  const space = characters.lastIndexOf(' ', most)
  const end = space > most / 2 ? space : most
  return [characters.slice(0, end).join('').trim(), characters.slice(end).join('').trim()]
}
