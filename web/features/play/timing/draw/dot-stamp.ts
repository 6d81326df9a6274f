/** A dot as a square of coverages from 0 to 255, and where its middle lies in it, in device px. */
export interface DotStamp {
  readonly size: number
  readonly middle: number
  readonly coverage: Uint8Array
}

/** A dot may lie on any quarter of a pixel: a chart that moves by less than a pixel moves smoothly. */
export const quarters = 4

/** Points across a pixel that are tried. */
const fineness = 8

/**
 * The stamps of a dot for every quarter, `[y * quarters + x]`. `radius`: device px; `strength`: the coverage of what is
 * all inside, 0 to 1.
 */
export function dotStamps(radius: number, strength: number): DotStamp[] {
  const middle = Math.ceil(radius)
  const size = 2 * middle + 2
  return Array.from({ length: quarters * quarters }, (_, i) => {
    const x = middle + (i % quarters) / quarters
    const y = middle + Math.floor(i / quarters) / quarters
    const coverage = Uint8Array.from({ length: size * size }, (_, cell) => {
      const inside = insideOf((cell % size) - x, Math.floor(cell / size) - y, radius)
      return Math.round((inside / (fineness * fineness)) * strength * 255)
    })
    return { size, middle, coverage }
  })
}

/** How many of the points of the pixel at (left, top), seen from the middle, are inside. */
function insideOf(left: number, top: number, radius: number): number {
  let inside = 0
  for (let row = 0; row < fineness; row++) {
    const dy = top + (row + 0.5) / fineness
    for (let column = 0; column < fineness; column++) {
      const dx = left + (column + 0.5) / fineness
      if (dx * dx + dy * dy <= radius * radius) inside++
    }
  }
  return inside
}
