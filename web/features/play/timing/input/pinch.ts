import type { TimeSpan } from '../model/timing-scale.ts'
import { within } from '../model/viewport.ts'

export interface Finger {
  readonly x: number
  readonly y: number
}

/** How two fingers lie: what is between them, in px, and how far along the plot their middle is, 0 to 1. */
export interface Grip {
  readonly distance: number
  readonly share: number
}

/** Closer than this no finger is, whatever the screen says: a pinch must not zoom without end. Px. */
const closest = 24

export function gripOf(a: Finger, b: Finger, left: number, right: number): Grip {
  return {
    distance: Math.max(closest, Math.hypot(a.x - b.x, a.y - b.y)),
    share: ((a.x + b.x) / 2 - left) / (right - left),
  }
}

/**
 * What two fingers show that gripped `begun` by `first` and hold it by `now`: what was in the middle between them stays
 * there.
 */
export function pinched(whole: TimeSpan, begun: TimeSpan, first: Grip, now: Grip): TimeSpan {
  const length = begun.to - begun.from
  const held = begun.from + first.share * length
  const shown = (length * first.distance) / now.distance
  const from = held - now.share * shown
  return within(whole, { from, to: from + shown })
}
