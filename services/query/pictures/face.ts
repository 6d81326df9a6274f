import type { Face as FaceFile, Font } from 'harfbuzzjs'

/** A glyph with its position in a line, in font units: x to the right, y up. */
export interface PlacedGlyph {
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
export type FaceInFile = (axes: Readonly<Record<string, number>>) => Face

/** Reads an uncompressed TrueType or OpenType file. HarfBuzz shapes text like browsers do, in every script. */
export async function readFace(file: Uint8Array): Promise<FaceInFile> {
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
