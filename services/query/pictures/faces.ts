import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Face as FaceFile, Font } from 'harfbuzzjs'
import { z } from 'zod'

/** Weight (100 to 900), and width (62 to 125 percent) if the face has that axis. */
export interface FaceStyle {
  readonly weight: number
  readonly width: number
}

export interface Faces {
  /**
   * A face with all code points of a grapheme, else one with its base letter, in this style; null when no face has it.
   */
  faceFor(character: string, style: FaceStyle): Promise<Face | null>
}

interface Subset {
  readonly ranges: readonly (readonly [from: number, to: number])[]
  readonly file: string
}

/** A package of a font family, split into subsets by character ranges. */
interface Family {
  readonly name: string
  readonly file: (subset: string) => string
  readonly axes: (style: FaceStyle) => Record<string, number>
}

function noto(script: string): Family {
  return {
    name: `@fontsource-variable/noto-${script}`,
    file: (subset) => `noto-${script}-${subset.replace(/[[\]]/g, '')}-wght-normal`,
    axes: ({ weight }) => ({ wght: weight }),
  }
}

/** Scripts with a package of their own. */
const otherScripts = [
  'thai',
  'arabic',
  'hebrew',
  'armenian',
  'georgian',
  'ethiopic',
  'bengali',
  'gurmukhi',
  'gujarati',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
  'sinhala',
  'lao',
  'khmer',
  'myanmar',
]

/**
 * Fallback order: Latin as on the website; kana and kanji; Cyrillic, Greek, Devanagari; Hangul; simplified Chinese; other
 * scripts; emoji as outlines.
 */
const families: readonly Family[] = [
  {
    name: '@fontsource-variable/archivo',
    file: (subset) => `archivo-${subset}-standard-normal`,
    axes: ({ weight, width }) => ({ wght: weight, wdth: width }),
  },
  noto('sans-jp'),
  noto('sans'),
  noto('sans-kr'),
  noto('sans-sc'),
  ...otherScripts.map((script) => noto(`sans-${script}`)),
  noto('emoji'),
]

const packages = createRequire(import.meta.url)

/** Loads faces lazily from their packages, and caches them. */
export function loadFaces(): Faces {
  const subsets = families.map((family) => once(() => readSubsets(family)))
  const files = new Map<string, Promise<FaceInFile>>()
  const styled = new Map<string, Face>()

  const fileOf = (file: string) => {
    const known = files.get(file)
    if (known) return known
    const opened = openFace(file)
    files.set(file, opened)
    return opened
  }

  const faceWith = async (codePoints: readonly number[], style: FaceStyle) => {
    const [letter = 0] = codePoints
    for (const [i, family] of families.entries()) {
      for (const { ranges, file } of (await subsets[i]?.()) ?? []) {
        if (!ranges.some(([from, to]) => from <= letter && letter <= to)) continue
        const inFile = await fileOf(file)
        const key = `${file} ${style.weight} ${style.width}`
        const face = styled.get(key) ?? inFile(family.axes(style))
        styled.set(key, face)
        if (codePoints.every(face.has)) return face
      }
    }
    return null
  }

  return {
    async faceFor(character, style) {
      const codePoints = [...character].map((part) => part.codePointAt(0) ?? 0)
      const whole = await faceWith(codePoints, style)
      return whole ?? (codePoints.length > 1 ? faceWith(codePoints.slice(0, 1), style) : null)
    },
  }
}

/** Reads the unicode ranges of a package's subsets, such as `U+3041-3096,U+30A1`. */
async function readSubsets(family: Family): Promise<Subset[]> {
  const text = await readFile(packages.resolve(`${family.name}/unicode.json`), 'utf8')
  const pieces = z.record(z.string(), z.string()).parse(JSON.parse(text))
  return Object.entries(pieces).map(([subset, ranges]) => ({
    file: packages.resolve(`${family.name}/files/${family.file(subset)}.woff2`),
    ranges: ranges.split(',').map((range) => {
      const [from = 0, to = from] = range
        .replace('U+', '')
        .split('-')
        .map((digits) => Number.parseInt(digits, 16))
      return [from, to] as const
    }),
  }))
}

/** Decompresses a WOFF2 file, because HarfBuzz does not read that format. */
async function openFace(file: string): Promise<FaceInFile> {
  const { default: decompress } = await import('woff2-encoder/decompress')
  return readFace(await decompress(await readFile(file)))
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    return made
  }
}

/** A glyph with its position in a line, in font units: x to the right, y up. */
interface PlacedGlyph {
  readonly x: number
  readonly y: number
  /** The `d` attribute of an SVG path; empty for a space. */
  outline(): string
}

export interface Face {
  /** Font units per em. */
  readonly units: number
  has(codePoint: number): boolean
  /**
   * Shapes text of one direction. Glyphs are in visual order, and brackets are mirrored in right-to-left text. `advance`
   * in font units.
   */
  layOut(
    text: string,
    rightToLeft: boolean,
  ): { readonly advance: number; readonly glyphs: readonly PlacedGlyph[] }
}

/** A font file: returns the face for these values of its variation axes. */
type FaceInFile = (axes: Readonly<Record<string, number>>) => Face

/** Reads an uncompressed TrueType or OpenType file. HarfBuzz shapes text like browsers do, in every script. */
async function readFace(file: Uint8Array): Promise<FaceInFile> {
  // Loaded with the first picture, so that it does not delay the start.
  const harfbuzz = await import('harfbuzzjs')
  const face = new harfbuzz.Face(new harfbuzz.Blob(file))
  return (axes) => {
    const font = new harfbuzz.Font(face)
    font.setVariations(Object.entries(axes).map(([tag, value]) => new harfbuzz.Variation(tag, value)))
    return styledFace(harfbuzz, face, font)
  }
}

function styledFace(harfbuzz: typeof import('harfbuzzjs'), { upem }: FaceFile, font: Font): Face {
  const tabularFigures = new harfbuzz.Feature('tnum')
  return {
    units: upem,
    has: (codePoint) => font.nominalGlyph(codePoint) !== undefined,
    layOut(text, rightToLeft) {
      const buffer = new harfbuzz.Buffer()
      buffer.addText(text)
      buffer.setDirection(rightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR)
      buffer.guessSegmentProperties()
      harfbuzz.shape(font, buffer, [tabularFigures])
      const positions = buffer.getGlyphPositions()
      let advance = 0
      const glyphs = buffer.getGlyphInfos().map(({ codepoint: glyph }, i) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {}
        const placed = { x: advance + xOffset, y: yOffset, outline: () => font.glyphToPath(glyph) }
        advance += xAdvance
        return placed
      })
      return { advance, glyphs }
    },
  }
}
