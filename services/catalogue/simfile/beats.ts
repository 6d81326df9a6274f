/** ROWS_PER_BEAT: the game's finest resolution of notes. */
export const rowsPerBeat = 48
/** The game ignores the time signature when it divides a measure. */
export const beatsPerMeasure = 4
export const rowsPerMeasure = rowsPerBeat * beatsPerMeasure

/**
 * BeatToNoteRow: rounds a beat to a row, ties to even. The game calculates in single precision, which decides about
 * ties.
 */
export function beatToNoteRow(beat: number): number {
  const exact = Math.fround(Math.fround(beat) * rowsPerBeat)
  const below = Math.floor(exact)
  if (exact - below !== 0.5) return Math.round(exact)
  return below % 2 === 0 ? below : below + 1
}
