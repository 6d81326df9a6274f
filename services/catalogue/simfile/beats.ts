/** In a beat: the game knows no finer place for a note. */
export const rowsPerBeat = 48
/** The game divides a measure of the file by four, whatever its time signature. */
export const beatsPerMeasure = 4

/** The 48th of a beat nearest to a beat; of two that are as near, the even one. */
export function nearestRow(beat: number): number {
  const exact = beat * rowsPerBeat
  const below = Math.floor(exact)
  if (exact - below !== 0.5) return Math.round(exact)
  return below % 2 === 0 ? below : below + 1
}
