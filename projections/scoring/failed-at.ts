import type { PlayToScore } from './play-to-score.ts'

/**
 * When a failed play ended, in song seconds: the first point, in time, where the lifebar is empty. Infinity when there
 * is no such point.
 */
export function failedAt(play: PlayToScore): number {
  const lifebar = play.lifebar()
  let first = Number.POSITIVE_INFINITY
  lifebar?.x.forEach((x, i) => {
    if (x < first && (lifebar.y[i] ?? 1) <= 0) first = x
  })
  return first
}
