import { setImmediate } from 'node:timers/promises'
import bidiFactory from 'bidi-js'
import type { Face, FaceStyle, Faces } from './faces.ts'

/** `width`: letter width, percent. `anchor`: the end of the text that x refers to. */
export interface TextStyle extends Partial<FaceStyle> {
  readonly size: number
  readonly fill: string
  readonly anchor?: 'start' | 'end'
  /** In px; longer text is truncated with an ellipsis. */
  readonly maxWidth?: number
}

/** A line of text as SVG, and its width. */
export interface Drawn {
  readonly svg: string
  readonly width: number
}

export type DrawText = (text: string, x: number, y: number, style: TextStyle) => Promise<Drawn>

const maxCharacters = 120

/**
 * Draws lines of text as outlines, so that pictures do not depend on installed fonts. A character without a face is drawn
 * as an empty box.
 */
export function textDrawer(faces: Faces): DrawText {
  return async (text, x, y, { size, fill, anchor = 'start', maxWidth = Infinity, ...style }) => {
    // Shaping takes milliseconds of the event loop, so yield between lines.
    await setImmediate()
    const face = { weight: style.weight ?? 500, width: style.width ?? 100 }
    const runs = fit(await spansOf(faces, clean(text), face), maxWidth / size)
    const width = advanceOf(runs) * size
    let at = anchor === 'end' ? x - width : x
    const parts = runs.map((run) => {
      const part = `<g transform="translate(${round(at)} ${round(y)}) scale(${run.scale * size} ${-run.scale * size})">${run.paths()}</g>`
      at += run.advance * size
      return part
    })
    return { svg: `<g fill="${fill}">${parts.join('')}</g>`, width }
  }
}

/** A grapheme and the face that has it. */
interface Span {
  readonly face: Face | null
  readonly text: string
}

/**
 * Consecutive graphemes of one face. `advance` in ems; `paths` in font units, with 1 / `scale` units per em.
 */
interface Run {
  readonly advance: number
  readonly scale: number
  paths(): string
}

const ellipsis = '…'

/** The spans of a text, followed by the span of an ellipsis. */
async function spansOf(faces: Faces, text: string, style: FaceStyle): Promise<Span[]> {
  const characters = [...new Intl.Segmenter().segment(text)].map((part) => part.segment)
  return Promise.all(
    [...characters, ellipsis].map(async (character) => {
      const face = await faces.faceFor(character, style)
      if (face) return { face, text: drawable(face, character) }
      // Styled letters, such as mathematical alphanumerics in aliases, fall back to plain ones.
      const plain = character.normalize('NFKC')
      return { face: await faces.faceFor(plain, style), text: plain }
    }),
  )
}

/** Drops the ellipsis when the text fits into `maxWidth` ems, or truncates the text before it. */
function fit(spans: readonly Span[], maxWidth: number): Run[] {
  const [text, end] = [spans.slice(0, -1), spans.slice(-1)]
  const whole = runsOf(text)
  if (advanceOf(whole) <= maxWidth) return whole
  let [fits, tooMany] = [0, text.length]
  while (tooMany - fits > 1) {
    const half = (fits + tooMany) >> 1
    if (advanceOf(runsOf([...text.slice(0, half), ...end])) <= maxWidth) fits = half
    else tooMany = half
  }
  return runsOf([...text.slice(0, fits), ...end])
}

/** Removes code points that the face does not have. */
function drawable(face: Face, character: string): string {
  return [...character].filter((part) => face.has(part.codePointAt(0) ?? 0)).join('')
}

function runsOf(spans: readonly Span[]): Run[] {
  return visualOrder(spans).map(({ face, text, rightToLeft }) =>
    face ? layOut(face, text, rightToLeft) : boxes(text),
  )
}

function layOut(face: Face, text: string, rightToLeft: boolean): Run {
  const { advance, glyphs } = face.layOut(text, rightToLeft)
  return {
    advance: advance / face.units,
    scale: 1 / face.units,
    paths: () =>
      glyphs
        .map(({ x, y, outline }) => `<path transform="translate(${round(x)} ${round(y)})" d="${outline()}"/>`)
        .join(''),
  }
}

function boxes(text: string): Run {
  const count = [...new Intl.Segmenter().segment(text)].length
  const box = (x: number) =>
    `<path d="M${x + 8} 0h54v72h-54zM${x + 14} 6v60h42v-60z" fill-rule="evenodd" opacity=".5"/>`
  return {
    advance: 0.7 * count,
    scale: 0.01,
    paths: () => Array.from({ length: count }, (_, i) => box(i * 70)).join(''),
  }
}

function advanceOf(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => sum + run.advance, 0)
}

/**
 * Removes control and bidirectional formatting characters, and collapses whitespace. Joiners and non-joiners stay after
 * a letter.
 */
function clean(text: string): string {
  const visible = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .replace(
      /(?<![\p{L}\p{M}])\p{Join_Control}|(?!\p{Join_Control})\p{Cf}|\p{Co}|\p{Variation_Selector}/gu,
      '',
    )
  return [...visible.trim()].slice(0, maxCharacters).join('')
}

const round = (value: number) => Math.round(value * 100) / 100

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
function visualOrder(
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
