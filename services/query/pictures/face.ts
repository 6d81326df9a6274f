import type { Face as FaceFile, Font } from 'harfbuzzjs'

/** A glyph at its place in a line, in the face's units: x to the right, y up. */
export interface PlacedGlyph {
  readonly x: number
  readonly y: number
  /** As the `d` of an SVG path; empty for a space. */
  outline(): string
}

/** A face in one style. */
export interface Face {
  /** In an em. */
  readonly units: number
  has(codePoint: number): boolean
  /**
   * Text of one direction, its glyphs from left to right, brackets turned round where it is read from right to left.
   * `advance` in the face's units.
   */
  layOut(
    text: string,
    rightToLeft: boolean,
  ): { readonly advance: number; readonly glyphs: readonly PlacedGlyph[] }
}

/** The file of a face: gives it in the style that these values of its axes make. */
export type FaceInFile = (axes: Readonly<Record<string, number>>) => Face

/** Reads an unpacked TrueType or OpenType file. HarfBuzz lays text out as browsers do, in every script. */
export async function readFace(file: Uint8Array): Promise<FaceInFile> {
  // Loaded with the first picture: the start must not wait for what few requests need.
  const harfbuzz = await import('harfbuzzjs')
  const face = new harfbuzz.Face(new harfbuzz.Blob(file))
  return (axes) => {
    const font = new harfbuzz.Font(face)
    font.setVariations(Object.entries(axes).map(([tag, value]) => new harfbuzz.Variation(tag, value)))
    return styledFace(harfbuzz, face, font)
  }
}

function styledFace(harfbuzz: typeof import('harfbuzzjs'), { upem }: FaceFile, font: Font): Face {
  const figuresOfOneWidth = new harfbuzz.Feature('tnum')
  return {
    units: upem,
    has: (codePoint) => font.nominalGlyph(codePoint) !== undefined,
    layOut(text, rightToLeft) {
      const buffer = new harfbuzz.Buffer()
      buffer.addText(text)
      buffer.setDirection(rightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR)
      buffer.guessSegmentProperties()
      harfbuzz.shape(font, buffer, [figuresOfOneWidth])
      const places = buffer.getGlyphPositions()
      let advance = 0
      const glyphs = buffer.getGlyphInfos().map(({ codepoint: glyph }, i) => {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = places[i] ?? {}
        const placed = { x: advance + xOffset, y: yOffset, outline: () => font.glyphToPath(glyph) }
        advance += xAdvance
        return placed
      })
      return { advance, glyphs }
    },
  }
}
