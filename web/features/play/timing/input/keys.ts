import type { TimeSpan } from '../model/timing-scale.ts'
import { panned, zoomed } from '../model/viewport.ts'

interface Key {
  readonly key: string
  readonly shiftKey: boolean
}

export const keyZoom = 0.6
/** The fraction of the visible span that Shift with an arrow pans. */
const keyPan = 0.25

/** The span after a key press; null if the key does not change it. Zooms around `seconds`. */
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

/** The zoom anchor without a pointer: the selected step if visible, else the centre. */
export function anchorOf(span: TimeSpan, chosen: number | null): number {
  const inSight = chosen !== null && chosen >= span.from && chosen <= span.to
  return inSight ? chosen : (span.from + span.to) / 2
}

/** The step after a key press; null if the key does not navigate. `index`: the current step, null for none. */
export function stepAfterKey(key: string, index: number | null, count: number): number | null {
  const last = count - 1
  if (last < 0) return null
  const page = Math.max(10, Math.round(count / 20))
  const clamp = (n: number) => Math.max(0, Math.min(last, n))
  switch (key) {
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowRight':
    case 'ArrowUp':
      return index === null ? 0 : clamp(index + 1)
    case 'ArrowLeft':
    case 'ArrowDown':
      return index === null ? last : clamp(index - 1)
    case 'PageUp':
      return clamp((index ?? 0) + page)
    case 'PageDown':
      return clamp((index ?? last) - page)
    default:
      return null
  }
}
