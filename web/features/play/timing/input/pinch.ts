import type { TimeSpan } from '../model/timing-scale.ts'
import { within } from '../model/viewport.ts'

export interface Finger {
  readonly x: number
  readonly y: number
}

/** Two fingers: their distance in px, and the position of their midpoint along the plot, 0 to 1. */
export interface Grip {
  readonly distance: number
  readonly share: number
}

/** Minimum distance, px, which bounds the zoom of a pinch. */
const minDistance = 24

export function gripOf(a: Finger, b: Finger, left: number, right: number): Grip {
  return {
    distance: Math.max(minDistance, Math.hypot(a.x - b.x, a.y - b.y)),
    share: ((a.x + b.x) / 2 - left) / (right - left),
  }
}

/** The span after a pinch from `first` to `now` that started at `begun`; the time at the midpoint stays in place. */
export function pinched(whole: TimeSpan, begun: TimeSpan, first: Grip, now: Grip): TimeSpan {
  const length = begun.to - begun.from
  const anchor = begun.from + first.share * length
  const shown = (length * first.distance) / now.distance
  const from = anchor - now.share * shown
  return within(whole, { from, to: from + shown })
}
