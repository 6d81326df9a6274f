import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'
import { z } from 'zod'

/** A face in one weight (100 to 900) and, where it has that axis, one width (62 to 125 percent). */
export interface FaceStyle {
  readonly weight: number
  readonly width: number
}

export interface Faces {
  /** A face that has what is seen as one character, marks included, else one that has its letter, in this style; null when no face has that. */
  faceFor(character: string, style: FaceStyle): Promise<Font | null>
}

interface Subset {
  readonly ranges: readonly (readonly [from: number, to: number])[]
  readonly file: string
}

/** A package of faces, in pieces by the characters they hold. */
interface Family {
  readonly name: string
  readonly file: (subset: string) => string
  readonly axes: (style: FaceStyle) => Record<string, number>
}

/** The faces of one script. */
function noto(script: string): Family {
  return {
    name: `@fontsource-variable/noto-${script}`,
    file: (subset) => `noto-${script}-${subset.replace(/[[\]]/g, '')}-wght-normal`,
    axes: ({ weight }) => ({ wght: weight }),
  }
}

/** What the first lacks the next may have: Latin as on the website; kana and kanji; Cyrillic, Greek, Devanagari; Hangul; simplified Chinese; Thai; Arabic; Hebrew; emoji as outlines. */
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
  noto('sans-thai'),
  noto('sans-arabic'),
  noto('sans-hebrew'),
  noto('emoji'),
]

const packages = createRequire(import.meta.url)

/** Faces, read from their packages as characters need them, and kept. */
export function loadFaces(): Faces {
  const subsets = families.map((family) => once(() => readSubsets(family)))
  const files = new Map<string, Promise<Font>>()
  const styled = new Map<string, Font>()

  const fileOf = (file: string) => {
    const known = files.get(file)
    if (known) return known
    const opened = openFont(file)
    files.set(file, opened)
    return opened
  }

  const faceWith = async (codePoints: readonly number[], style: FaceStyle) => {
    const [letter = 0] = codePoints
    for (const [i, family] of families.entries()) {
      for (const { ranges, file } of (await subsets[i]?.()) ?? []) {
        if (!ranges.some(([from, to]) => from <= letter && letter <= to)) continue
        const font = await fileOf(file)
        if (!codePoints.every((codePoint) => font.hasGlyphForCodePoint(codePoint))) continue
        const key = `${file} ${style.weight} ${style.width}`
        const face = styled.get(key) ?? font.getVariation(family.axes(style))
        styled.set(key, face)
        return face
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

/** What a package says of its pieces: `U+3041-3096,U+30A1`. */
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

/** The variations of a compressed face can't be read as it is, so it is unpacked first. */
async function openFont(file: string): Promise<Font> {
  // Loaded with the first picture: the start must not wait for what few requests need.
  const [fontkit, { default: decompress }] = await Promise.all([
    import('fontkit'),
    import('woff2-encoder/decompress'),
  ])
  const font = fontkit.create(Buffer.from(await decompress(await readFile(file))))
  if (!('layout' in font)) throw new Error(`${file} is a collection of faces`)
  return font
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    return made
  }
}
