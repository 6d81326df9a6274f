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
