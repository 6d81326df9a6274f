/** The game's finest resolution of notes. */
export const rowsPerBeat = 48
/** The game ignores the time signature when it divides a measure. */
export const beatsPerMeasure = 4

/** Rounds a beat to a row (a 48th of a beat), ties to even. */
export function nearestRow(beat: number): number {
  const exact = beat * rowsPerBeat
  const below = Math.floor(exact)
  if (exact - below !== 0.5) return Math.round(exact)
  return below % 2 === 0 ? below : below + 1
}
