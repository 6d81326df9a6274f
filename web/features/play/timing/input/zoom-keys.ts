import type { TimeSpan } from '../model/timing-scale.ts'
import { panned, zoomed } from '../model/viewport.ts'

interface Key {
  readonly key: string
  readonly shiftKey: boolean
}

/** One press of + shows this share of what was shown. */
export const keyZoom = 0.6
/** Of what is shown, moved by Shift and an arrow. */
const keyPan = 0.25

/** What a key makes of the part that is shown, null when it is no key of the view. Zooms around `seconds`. */
export function spanAfterKey(
  { key, shiftKey }: Key,
  whole: TimeSpan,
  span: TimeSpan,
  seconds: number,
): TimeSpan | null {
  const step = (span.to - span.from) * keyPan
  switch (key) {
    case '+':
    case '=':
      return zoomed(whole, span, keyZoom, seconds)
    case '-':
    case '_':
      return zoomed(whole, span, 1 / keyZoom, seconds)
    case '0':
      return whole
    case 'ArrowRight':
      return shiftKey ? panned(whole, span, step) : null
    case 'ArrowLeft':
      return shiftKey ? panned(whole, span, -step) : null
    default:
      return null
  }
}

/** Where to zoom without a pointer: at the chosen step when it is in sight, else in the middle. */
export function anchorOf(span: TimeSpan, chosen: number | null): number {
  const inSight = chosen !== null && chosen >= span.from && chosen <= span.to
  return inSight ? chosen : (span.from + span.to) / 2
}
