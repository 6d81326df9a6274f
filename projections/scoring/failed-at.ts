import type { PlayToScore } from './play-to-score.ts'

/**
 * Returns the end of a failed play in song seconds: the earliest point at which the lifebar is empty. Infinity if there
 * is none.
 */
export function failedAt(play: PlayToScore): number {
  const lifebar = play.lifebar()
  let first = Number.POSITIVE_INFINITY
  lifebar?.x.forEach((x, i) => {
    if (x < first && (lifebar.y[i] ?? 1) <= 0) first = x
  })
  return first
}

/**
 * Returns when a failed play ended, song seconds, and how many rows before it earn or cost points; null when all rows
 * do.
 */
export function failOf(play: PlayToScore): { readonly at: number; readonly rowsCounted: number } | null {
  const at = play.passed === false ? failedAt(play) : Number.POSITIVE_INFINITY
  if (!Number.isFinite(at)) return null
  return { at, rowsCounted: play.times().filter((time) => time < at).length }
}
