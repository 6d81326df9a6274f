/** A dot as a square of coverages, 0 to 255, and the offset of its centre, device px. */
export interface DotStamp {
  readonly size: number
  readonly middle: number
  readonly coverage: Uint8Array
}

/** Subpixel positions per axis, for smooth movement. */
export const quarters = 4

/** Supersampling: sample points per axis and pixel. */
const samples = 8

/**
 * The stamps for all subpixel positions, `[y * quarters + x]`. `radius`: device px; `strength`: the coverage of fully
 * covered pixels, 0 to 1.
 */
export function dotStamps(radius: number, strength: number): DotStamp[] {
  const middle = Math.ceil(radius)
  const size = 2 * middle + 2
  return Array.from({ length: quarters * quarters }, (_, i) => {
    const x = middle + (i % quarters) / quarters
    const y = middle + Math.floor(i / quarters) / quarters
    const coverage = Uint8Array.from({ length: size * size }, (_, cell) => {
      const inside = samplesInside((cell % size) - x, Math.floor(cell / size) - y, radius)
      return Math.round((inside / (samples * samples)) * strength * 255)
    })
    return { size, middle, coverage }
  })
}

/** The number of sample points inside the dot, of the pixel at (left, top) relative to the centre. */
function samplesInside(left: number, top: number, radius: number): number {
  let inside = 0
  for (let row = 0; row < samples; row++) {
    const dy = top + (row + 0.5) / samples
    for (let column = 0; column < samples; column++) {
      const dx = left + (column + 0.5) / samples
      if (dx * dx + dy * dy <= radius * radius) inside++
    }
  }
  return inside
}
