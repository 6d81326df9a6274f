/** The share of scores, at least, that has to fit on the track. */
const fitting = 0.8

/** The highest start of a track, percent. */
const highestStart = 90

/**
 * Where the track of a page of scores starts, percent: the highest multiple of ten that at least four of five scores reach.
 * The track ends at 100 %.
 */
export function trackStart(scores: readonly number[]): number {
  const descending = [...scores].sort((a, b) => b - a)
  const last = descending[Math.ceil(descending.length * fitting) - 1] ?? 0
  return Math.min(highestStart, Math.floor(last / 10) * 10)
}

/** The position of a score on a track, 0 to 100; scores below its start are at 0. */
export function shareOfTrack(start: number, score: number): number {
  return Math.min(100, Math.max(0, ((score - start) / (100 - start)) * 100))
}
