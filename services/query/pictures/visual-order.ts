import bidiFactory from 'bidi-js'
import type { Face } from './face.ts'

/** Text of one face in one direction. `face` is null when no face has the text. */
interface DirectedText {
  readonly face: Face | null
  readonly text: string
  readonly rightToLeft: boolean
}

const bidi = bidiFactory()

/**
 * Splits a line into runs in visual order, by the Unicode bidirectional algorithm. The first strong character decides the
 * direction of the line. The text within a run is in logical order.
 */
export function visualOrder(
  characters: readonly { readonly face: Face | null; readonly text: string }[],
): DirectedText[] {
  const line = characters.map(({ text }) => text).join('')
  const embedding = bidi.getEmbeddingLevels(line)
  const parts: { face: Face | null; text: string; level: number; start: number }[] = []
  let at = 0
  for (const { face, text } of characters) {
    const level = embedding.levels[at] ?? 0
    const last = parts.at(-1)
    if (last && last.face === face && last.level === level) last.text += text
    else parts.push({ face, text, level, start: at })
    at += text.length
  }
  const visualIndex = new Map(bidi.getReorderedIndices(line, embedding).map((index, place) => [index, place]))
  return parts
    .sort((a, b) => (visualIndex.get(a.start) ?? 0) - (visualIndex.get(b.start) ?? 0))
    .map(({ face, text, level }) => ({ face, text, rightToLeft: level % 2 === 1 }))
}
